/* SPDX-License-Identifier: MIT */
/* Hashes the pieces of a torrent without the GIL. */
#ifndef OLDGUARD_PYTHON_HASH_TORRENT_H
#define OLDGUARD_PYTHON_HASH_TORRENT_H

#include "descriptors.h"
#include "lanes.h"
#include "os_file.h"
#include "work.h"

/* A value of torrent_job.error: a file ended before the size that it had when the call began. */
#define FILE_SHRANK (-1)

/* The files of a torrent, one after the other, cut into pieces. */
typedef struct torrent_job {
    const os_path_char *const *paths; /* n */
    uint64_t *ends;                   /* n: the offset in the torrent after each file */
    size_t n;
    uint64_t size;    /* bytes of a piece; the last one may be shorter */
    size_t pieces;    /* their number */
    size_t at_once;   /* pieces that a thread takes at a time, at most LANES */
    uint8_t *digests; /* OG_SHA1_DIGEST_SIZE bytes for each piece */
    atomic_size_t next;
    descriptors open;
    atomic_int error;         /* errno of the first failure, FILE_SHRANK, or 0 */
    atomic_size_t error_file; /* its file */
} torrent_job;

/* Fills ends, pieces and at_once of a job from the sizes of its files. Returns 0, or -1 with error and
 * error_file.
 */
int measure_torrent(torrent_job *job, size_t threads);

/* Hashes pieces of a job: the part of one thread (work_function). */
void hash_torrent(void *job, work *w, size_t part);

#endif
