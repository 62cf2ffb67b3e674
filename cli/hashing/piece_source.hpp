// SPDX-License-Identifier: MIT
// The pieces of a chain of files, as sources of the pipeline.
#pragma once

#include "file_chain.hpp"
#include "request.hpp"

#include <atomic>
#include <mutex>
#include <vector>

namespace og::cli {

// The files of all pieces. Several threads read them. A piece keeps no file open between two reads: thousands
// of small ones wait for their turn, more than a process may have open files.
class PieceFiles {
public:
    explicit PieceFiles(const FileChain &chain) : chain_(chain) {}
    virtual ~PieceFiles();
    PieceFiles(const PieceFiles &) = delete;
    PieceFiles &operator=(const PieceFiles &) = delete;

    const FileChain &chain() const { return chain_; }

    // Reads a span. Returns false with errno after an error.
    bool read(const FileChain::Span &span, std::uint8_t *to);

private:
    // Opens a file. Returns its descriptor, or -1 with errno.
    virtual int open(std::size_t file) = 0;

    // Returns whether a file is zeros that are nowhere.
    virtual bool is_padding(std::size_t) const { return false; }

    // Notes that a file could not be read. error: errno, or 0 if it ended early.
    virtual void failed(std::size_t file, int error) = 0;

    // A file that is open and that no thread reads.
    struct Idle {
        std::size_t file;
        int fd;
    };

    int take(std::size_t file);
    void give(Idle idle);
    bool close_idle(std::size_t most);

    const FileChain &chain_;
    std::mutex mutex_;
    std::vector<Idle> idle_;                  // the longest first; protected by mutex_
    std::atomic<unsigned> busy_{0};           // files that threads have open or are opening
    std::atomic<std::uint64_t> finished_{0};  // since the start
};

// The bytes of one piece. A read fails if a part is not there.
class PieceSource final : public Source {
public:
    PieceSource(PieceFiles &files, std::uint64_t offset, std::uint64_t size)
        : files_(files), offset_(offset), left_(size) {}

    std::uint64_t size() const override { return left_; }
    ssize_t read(void *buffer, std::size_t size) override;

private:
    PieceFiles &files_;
    std::uint64_t offset_, left_;
};

}  // namespace og::cli
