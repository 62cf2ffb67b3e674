// SPDX-License-Identifier: MIT
#include "memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>

namespace og::check {

namespace {

constexpr std::size_t guard_size = 64 * 1024;  // large, so that a wrong stride still faults
constexpr std::size_t red_zone = 128;          // bytes verified on each side

std::size_t whole_pages(std::size_t size) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return (size + page - 1) / page * page;
}

}  // namespace

GuardedPages::GuardedPages(std::size_t size) : size_(whole_pages(size)) {
    void *map = mmap(nullptr, size_ + 2 * guard_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) throw std::bad_alloc();
    map_ = static_cast<std::uint8_t *>(map);
    data_ = map_ + guard_size;
    set_writable(true);
}

GuardedPages::~GuardedPages() { munmap(map_, size_ + 2 * guard_size); }

bool GuardedPages::guards_below(std::uintptr_t address) const {
    return address >= reinterpret_cast<std::uintptr_t>(map_) &&
           address < reinterpret_cast<std::uintptr_t>(data_);
}

bool GuardedPages::guards_above(std::uintptr_t address) const {
    return address >= reinterpret_cast<std::uintptr_t>(end()) &&
           address < reinterpret_cast<std::uintptr_t>(end() + guard_size);
}

bool GuardedPages::contains(std::uintptr_t address) const {
    return address >= reinterpret_cast<std::uintptr_t>(data_) &&
           address < reinterpret_cast<std::uintptr_t>(end());
}

void GuardedPages::set_writable(bool writable) {
    if (mprotect(data_, size_, writable ? PROT_READ | PROT_WRITE : PROT_READ) != 0) throw std::bad_alloc();
}

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
