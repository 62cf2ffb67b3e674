// SPDX-License-Identifier: MIT
#include "os/new_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <linux/fs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

namespace og::os {
namespace {

int rename_with(const char *from, const char *to, unsigned flags) {
#ifdef __GLIBC__
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, flags);
#else  // musl has the function since 1.2.6
    return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags));
#endif
}

// Returns whether the file is on NFS or SMB, where the server grants leases and may refuse them for other
// reasons. The numbers are from linux/magic.h, whose older versions lack some of them.
bool served_by_another_machine(int fd) {
    struct statfs info;
    if (fstatfs(fd, &info) != 0) return true;
    const auto type = static_cast<unsigned>(info.f_type);
    return type == 0x6969 || type == 0x517b || type == 0xff534d42 || type == 0xfe534d42;
}

}  // namespace

int open_unnamed(const char *folder) { return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); }

std::string path_of(int fd) { return fmt::format("/proc/self/fd/{}", fd); }

bool link_as(int fd, const char *name) {
    return linkat(AT_FDCWD, path_of(fd).c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

bool rename_to_new(const char *from, const char *to) {
    if (rename_with(from, to, RENAME_NOREPLACE) == 0) return true;
    Status info;
    if ((errno != EINVAL && errno != ENOSYS) || lstat(to, &info) == 0) return false;
    return rename(from, to) == 0;  // the file system does not support RENAME_NOREPLACE
}

// The system grants a read lease only if no process has the file open for writing. The lease is released at
// once, because it would delay a process that opens the file. SIGURG, which is ignored by default, replaces
// SIGIO, which would end this process.
bool open_for_writing(int fd) {
    if (served_by_another_machine(fd) || fcntl(fd, F_SETSIG, SIGURG) != 0) return false;
    if (fcntl(fd, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
    fcntl(fd, F_SETLEASE, F_UNLCK);
    return false;
}

}  // namespace og::os
