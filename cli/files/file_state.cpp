// SPDX-License-Identifier: MIT
#include "file_state.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/vfs.h>

namespace og::cli {
namespace {

bool same_time(const struct timespec &a, const struct timespec &b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
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

bool same_file(const struct stat &a, const struct stat &b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool same_content(const struct stat &a, const struct stat &b) {
    return same_file(a, b) && a.st_size == b.st_size && same_time(a.st_mtim, b.st_mtim);
}

bool unchanged(const struct stat &a, const struct stat &b) {
    return same_content(a, b) && same_time(a.st_ctim, b.st_ctim);
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

}  // namespace og::cli
