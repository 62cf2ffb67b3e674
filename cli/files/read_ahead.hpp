// SPDX-License-Identifier: MIT
// Reading one buffer ahead of whoever uses the bytes.
#pragma once

#include "input.hpp"

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <thread>

namespace og::cli {

// A double buffer: while one is in use, a thread fills the other. The first buffers are read by the
// caller, so that a short input starts no thread; where none can be started the caller reads on.
// The input and the buffers belong to the reader until it is destroyed.
class ReadAhead {
public:
    // The memory, which one reader after the other may use; taken when it is first needed.
    using Buffers = std::array<std::unique_ptr<std::uint8_t[]>, 2>;

    ReadAhead(Input &input, Buffers &buffers) : input_(input), slots_{Slot{buffers[0]}, Slot{buffers[1]}} {}
    ~ReadAhead();
    ReadAhead(const ReadAhead &) = delete;
    ReadAhead &operator=(const ReadAhead &) = delete;

    // The next bytes, valid until the call after; none at the end and after an error.
    std::span<const std::uint8_t> next();

    bool failed() const { return failed_; }  // input.error() says why

private:
    struct Slot {
        std::unique_ptr<std::uint8_t[]> &bytes;
        ssize_t got = 0;
        bool full = false;
    };

    std::span<const std::uint8_t> give(Slot &slot);
    void fill(Slot &slot);
    void run();

    Input &input_;
    Slot slots_[2];
    unsigned turn_ = 0;  // buffers given so far
    bool failed_ = false, stop_ = false;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::thread thread_;
};

}  // namespace og::cli
