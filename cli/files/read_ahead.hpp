// SPDX-License-Identifier: MIT
// Reads one buffer ahead of the caller.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <sys/types.h>
#include <thread>

namespace og::cli {

// Double buffering: while the caller uses one buffer, a thread fills the other. The caller reads the first
// buffers itself, so that a short input starts no thread. If no thread can be started, the caller reads
// everything. The buffers must not be used by others during the lifetime of the reader.
class ReadAhead {
public:
    // Reads 1 to size bytes into the buffer. Returns their number, 0 at the end and -1 after an error. Called
    // by one thread at a time.
    using Read = std::function<ssize_t(void *buffer, std::size_t size)>;

    // Memory that is allocated at its first use and can be passed from one reader to the next.
    using Buffers = std::array<std::unique_ptr<std::uint8_t[]>, 2>;

    ReadAhead(Read read, Buffers &buffers)
        : read_(std::move(read)), slots_{Slot{buffers[0]}, Slot{buffers[1]}} {}
    ~ReadAhead();
    ReadAhead(const ReadAhead &) = delete;
    ReadAhead &operator=(const ReadAhead &) = delete;

    // Returns the next bytes, which are valid until the next call. Empty at the end and after an error.
    std::span<const std::uint8_t> next();

    bool failed() const { return failed_; }  // the last call of read() returned -1

private:
    struct Slot {
        std::unique_ptr<std::uint8_t[]> &bytes;
        ssize_t got = 0;
        bool full = false;
    };

    std::span<const std::uint8_t> bytes_of(Slot &slot);
    void fill(Slot &slot);
    void run();

    Read read_;
    Slot slots_[2];
    unsigned count_ = 0;  // buffers returned so far
    bool failed_ = false, stop_ = false;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::thread thread_;
};

}  // namespace og::cli
