// SPDX-License-Identifier: MIT
// The input and output buffers of all rows of a run.
#pragma once

#include "work.hpp"

#include <cstdint>
#include <memory>

namespace og::bench {

// Page-aligned random input, and output half a page off alignment, so that the addresses of loads and stores
// do not differ by a multiple of 4 KiB.
class Arena {
public:
    Arena(std::size_t size, std::uint64_t seed);

    // Returns a task of `size` bytes. Throws std::logic_error if the arena is smaller.
    Task task(std::size_t size, bool input_is_key) const;

private:
    struct Free {
        void operator()(void *p) const;
    };
    std::size_t size_;
    std::unique_ptr<std::uint8_t, Free> memory_;
    std::uint8_t *in_, *out_;
};

}  // namespace og::bench
