// SPDX-License-Identifier: MIT
#include "pages.hpp"

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <new>

namespace og::check {

namespace {

constexpr std::size_t guard_size = 64 * 1024;  // large, so that a wrong stride still faults

enum class Protection { none, read, write };

#ifdef _WIN32
std::size_t page_size() {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}

void *map_pages(std::size_t size) {
    return VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_NOACCESS);
}

void unmap_pages(void *map, std::size_t) { VirtualFree(map, 0, MEM_RELEASE); }

bool protect(void *at, std::size_t size, Protection protection) {
    constexpr DWORD flags[] = {PAGE_NOACCESS, PAGE_READONLY, PAGE_READWRITE};
    DWORD old;
    return VirtualProtect(at, size, flags[static_cast<int>(protection)], &old) != 0;
}
#else
std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

void *map_pages(std::size_t size) {
    void *map = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return map == MAP_FAILED ? nullptr : map;
}

void unmap_pages(void *map, std::size_t size) { munmap(map, size); }

bool protect(void *at, std::size_t size, Protection protection) {
    constexpr int flags[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};
    return mprotect(at, size, flags[static_cast<int>(protection)]) == 0;
}
#endif

std::size_t whole_pages(std::size_t size) {
    const std::size_t page = page_size();
    return (size + page - 1) / page * page;
}

}  // namespace

GuardedPages::GuardedPages(std::size_t size) : size_(whole_pages(size)) {
    map_ = static_cast<std::uint8_t *>(map_pages(size_ + 2 * guard_size));
    if (!map_) throw std::bad_alloc();
    data_ = map_ + guard_size;
    set_writable(true);
}

GuardedPages::~GuardedPages() { unmap_pages(map_, size_ + 2 * guard_size); }

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
    if (!protect(data_, size_, writable ? Protection::write : Protection::read)) throw std::bad_alloc();
}

void GuardedPages::set_guards_readable(bool readable) {
    const Protection protection = readable ? Protection::read : Protection::none;
    protect(map_, guard_size, protection);
    protect(end(), guard_size, protection);
}

}  // namespace og::check
