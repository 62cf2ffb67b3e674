// SPDX-License-Identifier: MIT
// Reads one large file: skips its holes, and drops it from the page cache.
#pragma once

#include "open_file.hpp"
#include "request.hpp"

namespace og::cli {

// Reads a file from its current offset to its end.
class FileReader final : public Source {
public:
    FileReader(OpenFile file, bool keep_cache);

    std::uint64_t size() const override { return static_cast<std::uint64_t>(file_.status.st_size); }
    ssize_t read(void *buffer, std::size_t size) override;

    // Returns the size of the hole at the current offset, and skips at most `most` bytes of it. Returns 0 if
    // data or the end of the file follow.
    std::size_t skip_hole(std::size_t most);

    // Moves to an offset. Returns false with errno after an error.
    bool seek(std::uint64_t offset);

    bool regular() const { return S_ISREG(file_.status.st_mode); }

    // Returns whether the file has holes, as its status says.
    bool sparse() const { return sparse_; }

    // Returns whether the file's size or times changed since it was opened.
    bool changed() const;

private:
    void find_data();
    void drop_cache();

    OpenFile file_;
    bool sparse_, drops_;
    std::uint64_t at_ = 0;        // offset of the next byte
    std::uint64_t data_at_ = 0;   // sparse: the next data start here, if at_ < data_at_
    std::uint64_t data_end_ = 0;  // sparse: and end here
    std::uint64_t dropped_ = 0;   // bytes that were dropped from the cache
};

}  // namespace og::cli
