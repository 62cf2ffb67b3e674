// SPDX-License-Identifier: MIT
// Files one after the other, as a torrent cuts them into pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace og::cli {

class FileChain {
public:
    // A part of one file.
    struct Span {
        std::size_t file;
        std::uint64_t offset;  // in the file, in bytes
        std::uint64_t size;    // in bytes, at least 1
    };

    // Appends a file.
    void add(std::uint64_t size) { ends_.push_back(this->size() + size); }

    std::uint64_t size() const { return ends_.empty() ? 0 : ends_.back(); }

    // Returns where a file begins and ends.
    std::uint64_t start(std::size_t file) const { return file == 0 ? 0 : ends_[file - 1]; }
    std::uint64_t end(std::size_t file) const { return ends_[file]; }

    // Returns the parts of files that have the `size` bytes at `offset`, in order.
    std::vector<Span> spans(std::uint64_t offset, std::uint64_t size) const;

private:
    std::vector<std::uint64_t> ends_;  // of each file
};

}  // namespace og::cli
