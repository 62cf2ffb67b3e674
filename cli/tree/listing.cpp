// SPDX-License-Identifier: MIT
#include "listing.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>

namespace og::cli {
namespace {

// An entry as getdents64(2) writes it.
struct Raw {
    std::uint64_t inode;
    std::int64_t next;
    unsigned short size;
    unsigned char type;
    char name[1];
};
constexpr std::size_t name_at = offsetof(Raw, name);

}  // namespace

// getdents64(2) needs no DIR, which readdir(3) would allocate with a second descriptor for each folder.
bool Listing::read(int folder) {
    char buffer[64 * 1024];
    for (;;) {
        const long got = syscall(SYS_getdents64, folder, buffer, sizeof buffer);
        if (got < 0) return false;
        if (got == 0) break;
        for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
            Raw head;
            std::memcpy(&head, &buffer[at], name_at);
            const char *name = &buffer[at + name_at];
            at += head.size;
            if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
            order_.push_back(text_.size());
            text_.push_back(static_cast<char>(head.type));
            text_.insert(text_.end(), name, name + std::strlen(name) + 1);
        }
    }
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
        return std::strcmp(&text_[a + 1], &text_[b + 1]) < 0;  // compares bytes as unsigned
    });
    return true;
}

}  // namespace og::cli
