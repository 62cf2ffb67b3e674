/* SPDX-License-Identifier: MIT */
/* Hashes files without the GIL: many at a time, or one. */
#ifndef OLDGUARD_PYTHON_HASH_FILES_H
#define OLDGUARD_PYTHON_HASH_FILES_H

#include "descriptors.h"
#include "lanes.h"
#include "os_file.h"
#include "work.h"

/* What became of one file. */
typedef struct file_result {
    int done;  /* 1: there is a digest or an error */
    int error; /* errno, or 0 */
    og_sha1dc_verdict verdict;
} file_result;

/* n files, and room for their results. */
typedef struct file_job {
    const lanes *l;
    const os_path_char *const *paths; /* n */
    uint8_t *digests;                 /* n of l->a->digest_size bytes */
    file_result *results;             /* n */
    size_t n;
    int stop_at_error; /* 1: the first error cancels the work */
    atomic_size_t next;
    descriptors open;
} file_job;

/* Hashes the files of a job: the part of one thread (work_function). A file is hashed to its end, wherever
 * that is when a read comes to it. */
void hash_files(void *job, work *w, size_t part);

/* A part of one file or of one stream. */
typedef struct range_job {
    const algorithm *a;
    int fd;
    int64_t offset; /* of the first byte, or OS_FILE_HERE */
    uint64_t size;  /* bytes at most */
    uint8_t digest[DIGEST_MAX];
    file_result result;
} range_job;

/* Hashes the range of a job (work_function, for one thread). */
void hash_range(void *job, work *w, size_t part);

#endif
