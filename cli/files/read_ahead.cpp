// SPDX-License-Identifier: MIT
#include "read_ahead.hpp"

#include <system_error>

namespace og::cli {
namespace {

// Large enough that a system call costs nothing compared to the hash, small enough for the second-level
// cache.
constexpr std::size_t buffer_size = 256 * 1024;
constexpr unsigned unthreaded = 4;  // buffers read by the caller before a thread is started

}  // namespace

ReadAhead::~ReadAhead() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void ReadAhead::fill(Slot &slot) {
    if (!slot.bytes) slot.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(buffer_size);
    slot.got = read_(slot.bytes.get(), buffer_size);
}

std::span<const std::uint8_t> ReadAhead::bytes_of(Slot &slot) {
    failed_ = slot.got < 0;
    return {slot.bytes.get(), slot.got > 0 ? static_cast<std::size_t>(slot.got) : 0};
}

std::span<const std::uint8_t> ReadAhead::next() {
    const bool starts = count_ == unthreaded;
    if (starts) {
        try {
            thread_ = std::thread(&ReadAhead::run, this);
        } catch (const std::system_error &) {
            // only slower without a thread
        }
    }
    Slot &before = slots_[(count_ + 1) % 2], &slot = slots_[count_ % 2];
    count_++;
    if (!thread_.joinable()) {
        fill(slot);
        return bytes_of(slot);
    }
    std::unique_lock lock(mutex_);
    if (!starts) {  // the caller filled the buffer before the first of the thread
        before.full = false;
        changed_.notify_all();
    }
    changed_.wait(lock, [&] { return slot.full; });
    return bytes_of(slot);
}

// Runs in the thread and fills the slots alternately until the input ends. Starts with slot 0.
void ReadAhead::run() {
    static_assert(unthreaded % 2 == 0);
    for (unsigned i = 0;; i ^= 1) {
        Slot &slot = slots_[i];
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return stop_ || !slot.full; });
            if (stop_) return;
        }
        fill(slot);
        {
            const std::lock_guard lock(mutex_);
            slot.full = true;
        }
        changed_.notify_all();
        if (slot.got <= 0) return;
    }
}

}  // namespace og::cli
