// SPDX-License-Identifier: MIT
// A section of code that several threads enter one after the other, in a given order.
#pragma once

#include <atomic>
#include <cstdint>

namespace og::cli {

// Lets threads enter a section in the order of their numbers, starting with 0. Each number must be waited
// for and advanced exactly once. A thread sees everything that the threads before it wrote in the section.
class Sequencer {
public:
    // Waits until all smaller numbers have left the section. Numbers may wrap around.
    void wait_for(std::uint32_t number) const {
        for (std::uint32_t now; (now = now_.load(std::memory_order_acquire)) != number;)
            now_.wait(now, std::memory_order_acquire);
    }

    // Leaves the section. Only the thread that is in it may call this.
    void advance() {
        now_.fetch_add(1, std::memory_order_release);
        now_.notify_all();
    }

private:
    std::atomic<std::uint32_t> now_{0};
};

}  // namespace og::cli
