// SPDX-License-Identifier: MIT
#include "os/folder.hpp"

#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace og::os {
namespace {

EntryType type_of(unsigned char type) {
    return type == DT_REG       ? EntryType::file
           : type == DT_DIR     ? EntryType::folder
           : type == DT_UNKNOWN ? EntryType::unknown
                                : EntryType::other;
}

}  // namespace

// closedir(3) closes its descriptor, so the folder is opened again.
bool list_folder(int folder, const std::function<void(const char *, EntryType)> &take) {
    const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (own < 0) return false;
    const std::unique_ptr<DIR, int (*)(DIR *)> entries(fdopendir(own), closedir);
    if (!entries) {
        close(own);
        return false;
    }
    for (;;) {
        errno = 0;
        const dirent *entry = readdir(entries.get());
        if (entry == nullptr) return errno == 0;
        if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
            take(entry->d_name, type_of(entry->d_type));
    }
}

}  // namespace og::os
