// SPDX-License-Identifier: MIT
#include "memory.hpp"

#include <algorithm>

namespace og::check {

namespace {

constexpr std::size_t red_zone = 128;  // bytes verified on each side

}  // namespace

std::string Placement::text() const {
    if (where == at_start) return "at a page's start";
    if (where == at_end) return "at a page's end";
    return "at 64n+" + std::to_string(offset);
}

// Reserves room for the largest offset and for a red zone on each side.
WatchedBuffer::WatchedBuffer(std::size_t capacity) : pages(capacity + 2 * red_zone + 64) {}

void WatchedBuffer::place(Placement placement, std::size_t size, std::uint8_t salt) {
    size_ = size;
    salt_ = salt;
    if (placement.where == Placement::at_start)
        at_ = pages.begin();
    else if (placement.where == Placement::at_end)
        at_ = pages.end() - size;
    else
        at_ = pages.begin() + red_zone + placement.offset;

    std::uint8_t *from = at_ - std::min<std::size_t>(red_zone, at_ - pages.begin());
    for (; from < at_; from++) *from = red(from);
    std::uint8_t *to = at_ + size_;
    std::uint8_t *stop = to + std::min<std::size_t>(red_zone, pages.end() - to);
    for (; to < stop; to++) *to = red(to);
}

std::uint8_t WatchedBuffer::red(const std::uint8_t *where) const {
    return static_cast<std::uint8_t>(salt_ ^ (reinterpret_cast<std::uintptr_t>(where) * 29));
}

std::ptrdiff_t WatchedBuffer::damage_before() const {
    const auto zone = std::min<std::ptrdiff_t>(red_zone, at_ - pages.begin());
    for (std::ptrdiff_t i = 1; i <= zone; i++)
        if (at_[-i] != red(at_ - i)) return -i;
    return 0;
}

std::ptrdiff_t WatchedBuffer::damage_after() const {
    const std::uint8_t *stop = at_ + size_;
    stop += std::min<std::ptrdiff_t>(red_zone, pages.end() - stop);
    for (const std::uint8_t *p = at_ + size_; p < stop; p++)
        if (*p != red(p)) return p - at_;
    return 0;
}

}  // namespace og::check
