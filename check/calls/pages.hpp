// SPDX-License-Identifier: MIT
// Pages of memory between inaccessible pages.
#pragma once

#include <cstddef>
#include <cstdint>

namespace og::check {

// Accessible pages with inaccessible pages, the guards, on both sides.
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

    // Makes the guards readable, or inaccessible again. A signal handler may call it.
    void set_guards_readable(bool readable);

private:
    std::uint8_t *map_, *data_;
    std::size_t size_;
};

}  // namespace og::check
