// SPDX-License-Identifier: MIT
// Replaces a file in ways that lose data when a call fails:  careless WAY FILE
//
// The way "none" loses no data.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *way;

static int is(const char *name) { return strcmp(way, name) == 0; }

static int fail(const char *file) {
    if (is("aborts")) abort();
    if (!is("says nothing")) fprintf(stderr, "oldguard: %s: %s\n", file, strerror(errno));
    return 1;
}

static int write_all(int fd, const char *text, size_t size) {
    while (size > 0) {
        const ssize_t put = write(fd, text, size);
        if (put < 0 && errno == EINTR && !is("gives up after a signal")) continue;
        if (put < 0) return -1;
        if (is("stops after a part")) return 0;
        text += put;
        size -= (size_t)put;
    }
    return 0;
}

int main(int argc, char **argv) {
    static const char text[] = "new text";
    if (argc != 3) return 2;
    way = argv[1];
    const char *file = argv[2], *first = is("writes in place") ? file : "temporary";
    const int fd = open(first, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0) return fail(file);
    if (write_all(fd, text, sizeof text - 1) != 0 && !is("ignores errors")) {
        const int status = fail(file);
        if (!is("leaves its temporary file")) unlink(first);
        return status;
    }
    if ((close(fd) != 0 || rename(first, file) != 0) && !is("ignores errors")) {
        const int status = fail(file);
        unlink(first);
        return status;
    }
    return 0;
}
