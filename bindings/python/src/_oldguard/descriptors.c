/* SPDX-License-Identifier: MIT */
#include "descriptors.h"

#include "lanes.h"
#include "os_file.h"

#include <errno.h>

/* More than the descriptors of all threads, and few enough for THREADS_MAX threads in 32 bits. */
#define WAITING ((uint_fast32_t)1 << 16)

size_t most_file_threads(void) {
    size_t most = os_file_limit() / 4 * 3 / (LANES + 1);
    return most ? most : 1;
}

void descriptor_wanted(descriptors *d) { atomic_fetch_add(&d->used, 1); }

void descriptor_missed(descriptors *d) {
    int reason = errno;
    atomic_fetch_sub(&d->used, 1);
    errno = reason;
}

void descriptor_close(descriptors *d, int fd) {
    if (fd < 0) return;
    os_file_close(fd);
    atomic_fetch_add(&d->closed, 1); /* before others see that this thread has none */
    descriptor_missed(d);
}

int descriptor_wait(descriptors *d, size_t closed) {
    uint_fast32_t now = atomic_fetch_add(&d->used, WAITING) + WAITING;
    /* A thread that waits counts for the descriptor that it wants, too. */
    int others = now % WAITING > now / WAITING;
    if (others) os_wait_a_moment();
    atomic_fetch_sub(&d->used, WAITING);
    return others || atomic_load(&d->closed) != closed;
}
