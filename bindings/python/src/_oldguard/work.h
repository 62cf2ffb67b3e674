/* SPDX-License-Identifier: MIT */
/* Work on files that runs without the GIL in several threads: its progress, and how it is cancelled.
 *
 * The calling thread is one of the threads and the only one that reports. Functions without another comment
 * may be called by any of them. */
#ifndef OLDGUARD_PYTHON_WORK_H
#define OLDGUARD_PYTHON_WORK_H

#include <stdatomic.h>

#include "state.h"

/* The bytes that each thread reads before it hashes them: they fit its L2 cache. A larger arena of 4 or 16
 * MiB takes 30 % more time. */
#define ARENA ((size_t)1 << 20)

/* The bytes of one file or piece that are hashed at a time, when LANES of them run in the lanes. */
#define CHUNK ((size_t)64 << 10)

typedef struct work {
    PyObject *progress;  /* a callable, or NULL; borrowed */
    PyThreadState *self; /* the calling thread, while it does not have the GIL */
    size_t threads;
    atomic_int cancelled;      /* 1: every thread ends as soon as it can */
    atomic_int status;         /* the first error of the library, or OG_OK */
    atomic_int no_memory;      /* 1: a thread could not allocate its arena */
    atomic_int running;        /* threads that have begun and not ended */
    atomic_int failed;         /* 1: an exception is set in the calling thread */
    atomic_ullong bytes;       /* read and hashed so far */
    atomic_ullong files;       /* finished so far */
    unsigned long long report; /* the cost from which on the next report is due; of the calling thread */
} work;

/* Reads an argument `progress`. Returns a borrowed reference, NULL for None, or NULL with *wrong = 1 and
 * TypeError. Call it with the GIL. */
PyObject *get_progress(PyObject *argument, int *wrong);

/* Does the part i of some work, in [0, threads). */
typedef void work_function(void *job, work *w, size_t i);

/* Runs a job in w->threads threads, without the GIL, with a last report. The job begins with its work.
 * Returns 0, or -1 with an exception: that of the callable, a signal's, MemoryError, or that of a status. */
int run_work(module_state *state, void *job, work *w, work_function *part);

/* Adds to the bytes and files that are done. In the calling thread, which does part threads - 1, handles
 * signals and calls progress(bytes, files) each time when 16 MiB or 4096 files are done. */
void work_done(work *w, size_t part, size_t bytes, size_t files);

/* Handles signals in the calling thread, after a call was interrupted. */
void work_interrupted(work *w, size_t part);

/* Allocates the memory of a thread, which free() releases. Returns NULL after cancelling the work with
 * MemoryError. */
void *work_memory(work *w, size_t size);

/* Notes an error of the library and cancels the work. Does nothing for OG_OK. Returns the status. */
int work_failed(work *w, int status);

#endif
