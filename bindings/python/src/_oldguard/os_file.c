/* SPDX-License-Identifier: MIT */
/* Opens and reads files on POSIX systems and on Windows. */
#define _FILE_OFFSET_BITS 64
#define _DEFAULT_SOURCE
#include "os_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

#ifdef _WIN32
#include <io.h>
#include <stdio.h>
#include <windows.h>

/* The largest size that _read takes and a ptrdiff_t of 32 bits holds. */
#define LARGEST_READ 0x40000000

int os_file_open(const os_path_char *path) { return _wopen(path, _O_RDONLY | _O_BINARY | _O_NOINHERIT); }

int os_file_open_now(const os_path_char *path) { return os_file_open(path); }

/* Closes a descriptor. */
static void close_descriptor(int fd) { _close(fd); }

/* Reads like read(2). */
static ptrdiff_t read_here(int fd, void *to, size_t size) {
    return _read(fd, to, size < LARGEST_READ ? (unsigned)size : LARGEST_READ);
}

/* Reads like pread(2), which Windows does not have. */
static ptrdiff_t read_at(int fd, void *to, size_t size, int64_t position) {
    int64_t before = _lseeki64(fd, 0, SEEK_CUR);
    if (before < 0 || _lseeki64(fd, position, SEEK_SET) < 0) return -1;
    ptrdiff_t got = read_here(fd, to, size);
    int reason = errno;
    if (_lseeki64(fd, before, SEEK_SET) < 0) return -1;
    errno = reason;
    return got;
}

int os_file_has_positions(int fd) { return _lseeki64(fd, 0, SEEK_CUR) >= 0; }

int os_file_size(const os_path_char *path, int64_t *size) {
    struct _stat64 about;
    if (_wstat64(path, &about)) return -1;
    *size = about.st_size;
    if (about.st_mode & _S_IFREG) return 0;
    errno = about.st_mode & _S_IFDIR ? EISDIR : EINVAL;
    return -1;
}

size_t os_file_limit(void) { return 2048; /* of msvcrt; the universal C runtime has 8192 */ }

void os_wait_a_moment(void) { Sleep(1); }
#else
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Linux reads no more in one call. */
#define LARGEST_READ 0x7ffff000

int os_file_open(const os_path_char *path) { return open(path, O_RDONLY | O_CLOEXEC); }

int os_file_open_now(const os_path_char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    /* Another process has a lease on the file. Opening it waits until the lease is given back. */
    if (fd < 0 && errno == EWOULDBLOCK) fd = os_file_open(path);
    struct stat about;
    if (fd < 0 || (!fstat(fd, &about) && !S_ISFIFO(about.st_mode))) return fd;
    close(fd);
    errno = EINVAL;
    return -1;
}

/* Closes a descriptor. */
static void close_descriptor(int fd) { close(fd); }

/* Reads like read(2). */
static ptrdiff_t read_here(int fd, void *to, size_t size) {
    return read(fd, to, size < LARGEST_READ ? size : LARGEST_READ);
}

/* Reads like pread(2). */
static ptrdiff_t read_at(int fd, void *to, size_t size, int64_t position) {
    return pread(fd, to, size < LARGEST_READ ? size : LARGEST_READ, position);
}

int os_file_has_positions(int fd) { return lseek(fd, 0, SEEK_CUR) >= 0; }

int os_file_size(const os_path_char *path, int64_t *size) {
    struct stat about;
    if (stat(path, &about)) return -1;
    *size = about.st_size;
    if (S_ISREG(about.st_mode)) return 0;
    errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
    return -1;
}

size_t os_file_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > 1 << 20)
        return 1 << 20;
    return (size_t)limit.rlim_cur;
}

void os_wait_a_moment(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }
#endif

void os_file_close(int fd) {
    int reason = errno;
    if (fd >= 0) close_descriptor(fd);
    errno = reason;
}

ptrdiff_t os_file_read(int fd, void *to, size_t size, int64_t position) {
    return position == OS_FILE_HERE ? read_here(fd, to, size) : read_at(fd, to, size, position);
}
