// SPDX-License-Identifier: MIT
// The memory that all rows of a run work on.
#pragma once

#include "work.hpp"

#include <cstdint>
#include <memory>

namespace og::bench {

// Random input and room for output, page-aligned; the output starts half a page further on, so that
// no kernel pays for loads and stores whose addresses differ by a multiple of 4 KiB.
class Arena {
public:
    Arena(std::size_t size, std::uint64_t seed);

    // A job of so many bytes, at most the arena's size.
    Task task(std::size_t size, bool input_is_key) const;

private:
    struct Free {
        void operator()(void *p) const;
    };
    std::unique_ptr<std::uint8_t, Free> memory_;
    std::uint8_t *in_, *out_;
};

}  // namespace og::bench
