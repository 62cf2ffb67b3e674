// SPDX-License-Identifier: MIT
// Buffers whose neighbourhood is watched: inaccessible pages on both sides, and red zones of known
// bytes where a buffer does not touch them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace og::check {

// Pages between two inaccessible stretches.
class GuardedPages {
public:
    explicit GuardedPages(std::size_t size);
    ~GuardedPages();
    GuardedPages(const GuardedPages &) = delete;
    GuardedPages &operator=(const GuardedPages &) = delete;

    std::uint8_t *begin() const { return data_; }
    std::uint8_t *end() const { return data_ + size_; }
    std::size_t size() const { return size_; }
    bool guards_below(std::uintptr_t address) const;
    bool guards_above(std::uintptr_t address) const;
    bool contains(std::uintptr_t address) const;
    void set_writable(bool writable);

private:
    std::uint8_t *map_, *data_;
    std::size_t size_;
};

// Where in its pages a buffer lies.
struct Placement {
    enum Where { at_start, at_end, inside } where = inside;
    std::size_t offset = 0;  // inside: address modulo 64

    std::string text() const;
};

class WatchedBuffer {
public:
    explicit WatchedBuffer(std::size_t capacity);

    // Chooses the address for size bytes and paints the red zones.
    void place(Placement placement, std::size_t size, std::uint8_t salt);
    std::uint8_t *data() const { return at_; }
    std::size_t size() const { return size_; }

    // Offset from data() of the nearest changed byte before the start (negative) or from the
    // end on (>= size()); 0 where the zones are whole.
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
