/* SPDX-License-Identifier: MIT */
/* Hashes many files. Short files gather in the arena of a thread, and the lanes hash them together. A file
 * that is longer than CHUNK becomes a stream: up to LANES streams are hashed side by side, a piece of each at
 * a time. */
#include "hash_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The most short files in an arena. */
#define BATCH 256

/* A long file. */
typedef struct stream {
    size_t file;
    int fd;
    int ended;
    context ctx;
    og_message piece; /* in the arena, read and not yet hashed */
} stream;

typedef struct worker {
    file_job *job;
    work *w;
    size_t part;
    size_t filled; /* bytes of the arena */
    size_t nshort, nstreams;
    size_t files[BATCH];
    og_message messages[BATCH];
    og_sha1dc_verdict verdicts[BATCH];
    uint8_t digests[BATCH * DIGEST_MAX];
    stream streams[LANES];
    uint8_t arena[];
} worker;

/* Notes the error of a file. */
static void file_failed(worker *k, size_t file, int error) {
    k->job->results[file].error = error;
    k->job->results[file].done = 1;
    work_done(k->w, k->part, 0, 1);
    if (k->job->stop_at_error) atomic_store(&k->w->cancelled, 1);
}

/* Notes the digest of a file, and its verdict with detection. */
static void file_hashed(worker *k, size_t file, const uint8_t *digest, const og_sha1dc_verdict *verdict) {
    size_t size = k->job->l->a->digest_size;
    memcpy(k->job->digests + file * size, digest, size);
    k->job->results[file].verdict = *verdict;
    k->job->results[file].done = 1;
    if (k->job->stop_at_error && k->job->l->a->detects && verdict->vector >= 0)
        atomic_store(&k->w->cancelled, 1);
}

/* Reads until size bytes or the end of the file. Returns their number, or -1. */
static ptrdiff_t read_full(worker *k, int fd, uint8_t *to, size_t size) {
    size_t got = 0;
    while (got < size) {
        ptrdiff_t n = os_file_read(fd, to + got, size - got, OS_FILE_HERE);
        if (n == 0) break;
        if (n > 0) {
            got += (size_t)n;
        } else if (errno == EINTR) {
            work_interrupted(k->w, k->part);
            if (atomic_load(&k->w->cancelled)) return -1;
        } else {
            return -1;
        }
    }
    return (ptrdiff_t)got;
}

/* Hashes the pieces of all streams, and finishes the streams that have ended. */
static void hash_streams(worker *k) {
    const algorithm *a = k->job->l->a;
    context *contexts[LANES];
    og_message pieces[LANES];
    size_t bytes = 0, kept = 0, finished = 0;
    for (size_t i = 0; i < k->nstreams; i++) {
        contexts[i] = &k->streams[i].ctx;
        pieces[i] = k->streams[i].piece;
        k->streams[i].piece.len = 0;
        bytes += pieces[i].len;
    }
    if (bytes && work_failed(k->w, k->job->l->update_many(contexts, pieces, k->nstreams))) return;
    for (size_t i = 0; i < k->nstreams; i++) {
        stream *s = &k->streams[i];
        if (!s->ended) {
            if (kept != i) k->streams[kept] = *s;
            kept++;
            continue;
        }
        uint8_t digest[DIGEST_MAX];
        og_sha1dc_verdict verdict = {.vector = -1, .at = 0};
        descriptor_close(&k->job->open, s->fd);
        if (!work_failed(k->w, a->final(&s->ctx, digest, &verdict)))
            file_hashed(k, s->file, digest, &verdict);
        finished++;
    }
    k->nstreams = kept;
    work_done(k->w, k->part, bytes, finished);
}

/* Hashes what is in the arena: the short files, and the first pieces of new streams. */
static void hash_arena(worker *k) {
    size_t bytes = 0, size = k->job->l->a->digest_size;
    for (size_t i = 0; i < k->nshort; i++) {
        bytes += k->messages[i].len;
        k->verdicts[i] = (og_sha1dc_verdict){.vector = -1, .at = 0};
    }
    if (!work_failed(k->w, k->job->l->many(k->messages, k->nshort, k->digests, k->verdicts)))
        for (size_t i = 0; i < k->nshort; i++)
            file_hashed(k, k->files[i], k->digests + i * size, &k->verdicts[i]);
    work_done(k->w, k->part, bytes, k->nshort);
    k->nshort = 0;
    k->filled = 0;
    hash_streams(k);
}

/* Reads the next piece of every stream, and hashes them. */
static void advance_streams(worker *k) {
    if (!k->nstreams) return;
    size_t room = ARENA / k->nstreams / OG_SHA1_BLOCK_SIZE * OG_SHA1_BLOCK_SIZE;
    if (room > 4 * CHUNK) room = 4 * CHUNK;
    for (size_t i = 0; i < k->nstreams;) {
        stream *s = &k->streams[i];
        uint8_t *to = k->arena + i * room;
        ptrdiff_t got = read_full(k, s->fd, to, room);
        if (got < 0) {
            int error = errno;
            descriptor_close(&k->job->open, s->fd);
            file_failed(k, s->file, error);
            *s = k->streams[--k->nstreams];
            continue;
        }
        s->piece = (og_message){.data = to, .len = (size_t)got};
        s->ended = (size_t)got < room;
        i++;
    }
    hash_streams(k);
}

/* Opens a file. Where no descriptor is left, it finishes a stream of this thread, or waits for another
 * thread. Returns -1 with errno, or with EINTR after the work was cancelled. */
static int open_file(worker *k, size_t file) {
    descriptor_wanted(&k->job->open);
    int fd;
    for (;;) {
        size_t closed = atomic_load(&k->job->open.closed);
        fd = os_file_open_now(k->job->paths[file]);
        if (fd >= 0) break;
        int error = errno;
        if (error == EINTR) {
            work_interrupted(k->w, k->part);
        } else if (error != EMFILE && error != ENFILE) {
            break;
        } else if (k->nstreams) {
            size_t before = k->nstreams;
            hash_arena(k);
            while (k->nstreams == before && !atomic_load(&k->w->cancelled)) advance_streams(k);
        } else if (!descriptor_wait(&k->job->open, closed)) {
            errno = error;
            break;
        }
        errno = EINTR;
        if (atomic_load(&k->w->cancelled)) break;
    }
    if (fd < 0) descriptor_missed(&k->job->open);
    return fd;
}

/* Opens a file and reads its first bytes into the arena, which has room for CHUNK. */
static void take_file(worker *k, size_t file) {
    int fd = open_file(k, file);
    if (fd < 0 && errno == EINTR) return;
    uint8_t *to = k->arena + k->filled;
    ptrdiff_t got = fd < 0 ? -1 : read_full(k, fd, to, CHUNK);
    if (got < 0 || (size_t)got < CHUNK) {
        int error = errno;
        descriptor_close(&k->job->open, fd);
        if (got < 0) {
            file_failed(k, file, error);
        } else {
            k->files[k->nshort] = file;
            k->messages[k->nshort++] = (og_message){.data = to, .len = (size_t)got};
        }
    } else {
        stream *s = &k->streams[k->nstreams];
        *s = (stream){.file = file, .fd = fd, .piece = {.data = to, .len = CHUNK}};
        if (work_failed(k->w, k->job->l->a->init(&s->ctx)))
            descriptor_close(&k->job->open, fd);
        else
            k->nstreams++;
    }
    /* The next file begins at a cache line. */
    if (got > 0) k->filled += ((size_t)got + 63) & ~(size_t)63;
}

void hash_files(void *job, work *w, size_t part) {
    worker *k = work_memory(w, sizeof *k + ARENA);
    if (!k) return;
    k->job = job;
    k->w = w;
    k->part = part;
    k->filled = k->nshort = k->nstreams = 0;
    while (!atomic_load(&w->cancelled)) {
        size_t file = atomic_fetch_add(&k->job->next, 1);
        if (file >= k->job->n) break;
        take_file(k, file);
        if (k->nshort == BATCH || ARENA - k->filled < CHUNK) hash_arena(k);
        if (k->nstreams == LANES) hash_arena(k);
        while (k->nstreams == LANES && !atomic_load(&w->cancelled)) advance_streams(k);
    }
    if (!atomic_load(&w->cancelled)) hash_arena(k);
    while (k->nstreams && !atomic_load(&w->cancelled)) advance_streams(k);
    for (size_t i = 0; i < k->nstreams; i++) descriptor_close(&k->job->open, k->streams[i].fd);
    free(k);
}
