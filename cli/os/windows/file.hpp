// SPDX-License-Identifier: MIT
// Declares the functions, types and flags of POSIX that os/file.hpp promises. Descriptors are those of the C
// library in binary mode. No file is inherited by other programs.
#pragma once

#include <cerrno>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// Flags that the C library lacks. Their bits are unused by its own.
#define O_CLOEXEC 0x01000000
#define O_NOCTTY 0
#define O_NONBLOCK 0
#define O_PATH 0
#define O_DIRECTORY 0x02000000
#define O_NOFOLLOW 0x04000000
#define AT_FDCWD (-100)
#define AT_SYMLINK_NOFOLLOW 1

#define S_IFLNK 0xA000
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)

// Errors that the C library lacks.
#define ESTALE 10070

namespace og::os {

using Device = std::uint64_t;  // serial number of the volume
using Inode = std::uint64_t;
using Mode = unsigned;
using User = unsigned;
using Group = unsigned;

// The state of a file. Times are UTC. Every file belongs to the user and group 0.
struct Status {
    Device st_dev;
    Inode st_ino;
    Mode st_mode;
    unsigned st_nlink;
    User st_uid;
    Group st_gid;
    std::int64_t st_size;
    std::int64_t st_blocks;  // in units of 512 bytes
    timespec st_mtim, st_ctim;
};

int open(const char *name, int flags, Mode mode = 0);
int openat(int folder, const char *name, int flags, Mode mode = 0);
int close(int fd);
ssize_t read(int fd, void *to, std::size_t size);
ssize_t write(int fd, const void *from, std::size_t size);
std::int64_t lseek(int fd, std::int64_t offset, int whence);

// Not for a descriptor that several threads read: the file offset changes meanwhile.
ssize_t pread(int fd, void *to, std::size_t size, std::int64_t offset);

int fstat(int fd, Status *status);
int fstatat(int folder, const char *name, Status *status, int flags);
int stat(const char *name, Status *status);
int lstat(const char *name, Status *status);
int fsync(int fd);
int ftruncate(int fd, std::int64_t size);
int unlink(const char *name);
int rename(const char *from, const char *to);

// Mode F_OK, or W_OK: whether the file is not marked as read-only.
int access(const char *name, int mode);
int faccessat(int folder, const char *name, int mode, int flags);
inline User geteuid() { return 0; }

}  // namespace og::os
