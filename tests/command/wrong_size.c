// SPDX-License-Identifier: MIT
// Preloaded into the command. Makes regular files behave as on some file systems (FUSE, /proc): fstat()
// reports the size FILE_SIZE, and a read ends there although more data follow. Without FILE_SIZE the file
// grows by four bytes when fstat() is called for the first time.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t limit = -1;  // of one read

int fstat(int fd, struct stat *info) {
    int (*real)(int, struct stat *) = (int (*)(int, struct stat *))dlsym(RTLD_NEXT, "fstat");
    const int status = real(fd, info);
    if (status != 0 || !S_ISREG(info->st_mode)) return status;
    const char *size = getenv("FILE_SIZE");
    if (size == NULL && info->st_size > 0) {
        char name[64];
        snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
        char last[4] = "";
        const int out = open(name, O_RDWR | O_APPEND);
        if (out < 0 || pread(out, last, 4, info->st_size - 4) < 0) last[0] = 0;  // shorter than that
        if (out < 0 || (memcmp(last, "more", 4) != 0 && write(out, "more", 4) != 4) || close(out) != 0)
            abort();
    }
    if (size != NULL) info->st_size = atol(size);
    limit = info->st_size > 0 ? (size_t)info->st_size : (size_t)-1;
    return status;
}

ssize_t read(int fd, void *buffer, size_t size) {
    ssize_t (*real)(int, void *, size_t) = (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    return real(fd, buffer, size < limit ? size : limit);
}

ssize_t __read_chk(int fd, void *buffer, size_t size, size_t room) {
    if (size > room) abort();
    return read(fd, buffer, size);
}
