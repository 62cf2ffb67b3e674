// SPDX-License-Identifier: MIT
// Buffers between inaccessible pages. Red zones of known bytes fill the gaps between a buffer and these
// pages.
#pragma once

#include "pages.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace og::check {

// The place of a buffer within its pages.
struct Placement {
    enum Where { at_start, at_end, inside } where = inside;
    std::size_t offset = 0;  // inside: address modulo 64

    std::string text() const;
};

class WatchedBuffer {
public:
    explicit WatchedBuffer(std::size_t capacity);

    // Chooses the address for size bytes and fills the red zones.
    void place(Placement placement, std::size_t size, std::uint8_t salt);
    std::uint8_t *data() const { return at_; }
    std::size_t size() const { return size_; }

    // Return the offset from data() of the changed byte nearest to the buffer: negative before the start,
    // size() or more after the end. 0: the red zone is unchanged.
    std::ptrdiff_t damage_before() const;
    std::ptrdiff_t damage_after() const;

    GuardedPages pages;

private:
    std::uint8_t red(const std::uint8_t *where) const;

    std::uint8_t *at_ = nullptr;
    std::size_t size_ = 0;
    std::uint8_t salt_ = 0;
};

}  // namespace og::check
