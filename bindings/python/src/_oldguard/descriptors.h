/* SPDX-License-Identifier: MIT */
/* Shares the descriptors that are left to this process between the threads of a job. */
#ifndef OLDGUARD_PYTHON_DESCRIPTORS_H
#define OLDGUARD_PYTHON_DESCRIPTORS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* Zero at first. */
typedef struct descriptors {
    atomic_size_t closed; /* how often one was closed */
    /* Those that are open or being opened, and WAITING for each thread that waits for one. */
    atomic_uint_fast32_t used;
} descriptors;

/* Returns the most threads, each with LANES files, that leave a quarter of the descriptors to others. */
size_t most_file_threads(void);

/* Call this before a file is opened, and descriptor_close or descriptor_missed afterwards. */
void descriptor_wanted(descriptors *d);

/* The file could not be opened. Keeps errno. */
void descriptor_missed(descriptors *d);

/* Closes a descriptor and keeps errno. Does nothing for -1. */
void descriptor_close(descriptors *d, int fd);

/* Waits until another thread may have closed one. The caller wants one and has none, and `closed` is
 * d->closed before it tried. Returns 0 if no thread has one, and none was closed since then: then the rest of
 * the process has them all. */
int descriptor_wait(descriptors *d, size_t closed);

#endif
