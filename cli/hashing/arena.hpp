// SPDX-License-Identifier: MIT
// Small files that wait to be hashed together.
#pragma once

#include "batch.hpp"
#include "options.hpp"
#include "os/file.hpp"

namespace og::cli {

// Reads small files into one block of memory. When it is full, og_sha1dc_many, og_sha1_many or
// og_whirlpool_many hashes them.
class Arena {
public:
    // The largest file. A larger one takes a lane of the streams.
    static constexpr std::uint64_t largest = 256 * 1024;

    explicit Arena(const HashOptions &options) : options_(options) {}

    // Returns whether a file of this size fits. The empty arena has room for every small file.
    bool fits(std::uint64_t size) const;

    // Reads a file to its end. `size` is at most `largest` and was reported by fstat(2). Completes the result
    // after an error. Returns false if the file is longer than its size and does not fit; its offset is
    // then changed.
    bool take(Slot &slot, int fd, std::size_t size);

    // Does the same with slot.source.
    bool take_source(Slot &slot);

    bool empty() const { return waiting_.empty(); }

    // Hashes the files, completes their results and adds them to the counters.
    void flush(HashCounters &counters);

private:
    struct Waiting {
        Slot *slot;
        og_message message;
    };

    template <typename Read> bool take_bytes(Slot &slot, std::size_t size, Read read);
    void hash_one_by_one(const Algorithm &algorithm);

    const HashOptions &options_;
    std::unique_ptr<std::uint8_t[]> bytes_;
    std::size_t used_ = 0;
    std::vector<Waiting> waiting_;

    // Of one algorithm in flush(). They keep their memory.
    std::vector<Slot *> slots_;
    std::vector<og_message> messages_;
    std::vector<std::uint8_t> digests_;
    std::vector<og_sha1dc_verdict> verdicts_;
};

}  // namespace og::cli
