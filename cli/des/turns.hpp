// SPDX-License-Identifier: MIT
// Work that several threads do one after the other, in an order given.
#pragma once

#include <atomic>
#include <cstdint>

namespace og::cli {

// Whoever has number 0 comes first; then 1, and so on. Every number has to come and to pass. What
// one did before it passed is seen by the next.
class Turns {
public:
    // Waits until it is this number's turn. Numbers may wrap.
    void await(std::uint32_t number) const {
        for (std::uint32_t now; (now = now_.load(std::memory_order_acquire)) != number;)
            now_.wait(now, std::memory_order_acquire);
    }

    // Ends the turn; only whoever has it calls this.
    void pass() {
        now_.fetch_add(1, std::memory_order_release);
        now_.notify_all();
    }

private:
    std::atomic<std::uint32_t> now_{0};
};

}  // namespace og::cli
