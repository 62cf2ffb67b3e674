// SPDX-License-Identifier: MIT
#include "os/folder.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <dirent.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace og::os {
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

EntryType type_of(unsigned char type) {
    return type == DT_REG       ? EntryType::file
           : type == DT_DIR     ? EntryType::folder
           : type == DT_UNKNOWN ? EntryType::unknown
                                : EntryType::other;
}

}  // namespace

// getdents64(2) needs no DIR, which readdir(3) would allocate with a second descriptor for each folder.
bool list_folder(int folder, const std::function<void(const char *, EntryType)> &take) {
    char buffer[64 * 1024];
    for (;;) {
        const long got = syscall(SYS_getdents64, folder, buffer, sizeof buffer);
        if (got <= 0) return got == 0;
        for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
            Raw head;
            std::memcpy(&head, &buffer[at], name_at);
            const char *name = &buffer[at + name_at];
            at += head.size;
            if (std::strcmp(name, ".") != 0 && std::strcmp(name, "..") != 0) take(name, type_of(head.type));
        }
    }
}

}  // namespace og::os
