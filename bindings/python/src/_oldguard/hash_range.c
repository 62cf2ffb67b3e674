/* SPDX-License-Identifier: MIT */
/* Hashes a part of one file, or a stream, in pieces. */
#include <errno.h>
#include <stdlib.h>

#include "hash_files.h"

/* The bytes of a read. */
#define PIECE (4 * CHUNK)

/* Reads and hashes until the end. Returns 0, or -1 with errno or the status of the work. */
static int hash_pieces(range_job *job, work *w, context *ctx, uint8_t *buffer) {
    uint64_t left = job->size;
    int64_t position = job->offset;
    while (left && !atomic_load(&w->cancelled)) {
        ptrdiff_t got = os_file_read(job->fd, buffer, left < PIECE ? (size_t)left : PIECE, position);
        if (got < 0 && errno == EINTR) {
            work_interrupted(w, 0);
            continue;
        }
        if (got < 0) job->result.error = errno;
        if (got <= 0) break;
        if (work_failed(w, job->a->update(ctx, buffer, (size_t)got))) break;
        left -= (uint64_t)got;
        if (position != OS_FILE_HERE) position += got;
        work_done(w, 0, (size_t)got, 0);
    }
    return job->result.error || atomic_load(&w->cancelled) ? -1 : 0;
}

void hash_range(void *argument, work *w, size_t part) {
    (void)part;
    range_job *job = argument;
    context ctx;
    uint8_t *buffer = work_memory(w, PIECE);
    if (buffer && !work_failed(w, job->a->init(&ctx)) && !hash_pieces(job, w, &ctx, buffer)) {
        job->result.verdict.vector = -1;
        if (!work_failed(w, job->a->final(&ctx, job->digest, &job->result.verdict))) {
            job->result.done = 1;
            work_done(w, 0, 0, 1);
        }
    }
    free(buffer);
}
