/* SPDX-License-Identifier: MIT */
/* Hashes the pieces of a torrent. A thread takes up to LANES consecutive pieces, reads a chunk of each in
 * turn, and hashes them side by side. So pieces of any size pass through an arena that fits the cache. */
#include "hash_torrent.h"

#include <errno.h>
#include <stdlib.h>

/* A piece that is being hashed. */
typedef struct piece {
    context ctx;
    uint64_t at, end; /* the next byte and the end, in the torrent */
    size_t file;      /* the file that fd is open on */
    int fd;           /* or -1 */
} piece;

typedef struct worker {
    torrent_job *job;
    work *w;
    size_t part;
    piece pieces[LANES];
    uint8_t arena[LANES * CHUNK];
} worker;

/* Notes the first error and cancels the work. */
static void torrent_failed(worker *k, size_t file, int error) {
    int none = 0;
    if (atomic_compare_exchange_strong(&k->job->error, &none, error)) atomic_store(&k->job->error_file, file);
    atomic_store(&k->w->cancelled, 1);
}

/* Returns the file that holds a byte of the torrent. */
static size_t file_at(const torrent_job *job, uint64_t at) {
    size_t low = 0, high = job->n - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (job->ends[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Closes the files of all pieces of a thread. Returns 1 if one was open. */
static int close_files(worker *k) {
    int any = 0;
    for (size_t i = 0; i < LANES; i++) {
        any |= k->pieces[i].fd >= 0;
        descriptor_close(&k->job->open, k->pieces[i].fd);
        k->pieces[i].fd = -1;
    }
    return any;
}

/* Opens the file that holds the next byte of a piece, unless it is open. If no descriptor is left, closes the
 * files of the other pieces of this thread, and then waits for other threads. Returns 0, or -1 with errno.
 */
static int open_file(worker *k, piece *p) {
    uint64_t start = p->file ? k->job->ends[p->file - 1] : 0;
    if (p->fd >= 0 && p->at >= start && p->at < k->job->ends[p->file]) return 0;
    descriptor_close(&k->job->open, p->fd);
    p->fd = -1;
    p->file = file_at(k->job, p->at);
    descriptor_wanted(&k->job->open);
    while (!atomic_load(&k->w->cancelled)) {
        size_t closed = atomic_load(&k->job->open.closed);
        p->fd = os_file_open(k->job->paths[p->file]);
        if (p->fd >= 0) return 0;
        int error = errno;
        if ((error == EMFILE || error == ENFILE) &&
            (close_files(k) || descriptor_wait(&k->job->open, closed)))
            continue;
        errno = error;
        break;
    }
    descriptor_missed(&k->job->open);
    return -1;
}

/* Reads size bytes of a piece, which may continue in other files. Returns 0, or -1 after cancelling the work.
 */
static int read_piece(worker *k, piece *p, uint8_t *to, size_t size) {
    while (size && !atomic_load(&k->w->cancelled)) {
        ptrdiff_t got = -1;
        if (!open_file(k, p)) {
            uint64_t start = p->file ? k->job->ends[p->file - 1] : 0, left = k->job->ends[p->file] - p->at;
            got = os_file_read(p->fd, to, left < size ? (size_t)left : size, (int64_t)(p->at - start));
        }
        if (got > 0) {
            p->at += (uint64_t)got;
            to += got;
            size -= (size_t)got;
        } else if (got < 0 && errno == EINTR) {
            work_interrupted(k->w, k->part);
        } else {
            torrent_failed(k, p->file, got ? errno : FILE_SHRANK);
        }
    }
    return size ? -1 : 0;
}

/* Reads and hashes one chunk of each of n pieces. Returns the number of bytes, 0 at their end or after an
 * error.
 */
static size_t hash_chunks(worker *k, size_t n) {
    context *contexts[LANES];
    og_message chunks[LANES];
    size_t bytes = 0;
    for (size_t i = 0; i < n; i++) {
        piece *p = &k->pieces[i];
        size_t size = p->end - p->at < CHUNK ? (size_t)(p->end - p->at) : CHUNK;
        uint8_t *to = k->arena + i * CHUNK;
        if (read_piece(k, p, to, size)) return 0;
        contexts[i] = &p->ctx;
        chunks[i] = (og_message){.data = to, .len = size};
        bytes += size;
    }
    if (bytes && work_failed(k->w, sha1_in_lanes.update_many(contexts, chunks, n))) return 0;
    return bytes;
}

/* Hashes n consecutive pieces. */
static void hash_group(worker *k, size_t first, size_t n) {
    torrent_job *job = k->job;
    uint64_t total = job->ends[job->n - 1];
    for (size_t i = 0; i < n; i++) {
        piece *p = &k->pieces[i];
        p->at = (first + i) * job->size;
        p->end = total - p->at < job->size ? total : p->at + job->size;
        if (work_failed(k->w, sha1.init(&p->ctx))) return;
    }
    for (size_t bytes; (bytes = hash_chunks(k, n)) != 0;) work_done(k->w, k->part, bytes, 0);
    for (size_t i = 0; i < n && !atomic_load(&k->w->cancelled); i++)
        work_failed(k->w,
                    sha1.final(&k->pieces[i].ctx, job->digests + (first + i) * OG_SHA1_DIGEST_SIZE, NULL));
}

/* Notes the error of a file before the work. Returns -1. */
static int torrent_refused(torrent_job *job, size_t file, int error) {
    atomic_store(&job->error, error);
    atomic_store(&job->error_file, file);
    return -1;
}

int measure_torrent(torrent_job *job, size_t threads) {
    uint64_t total = 0;
    for (size_t i = 0; i < job->n; i++) {
        int64_t size;
        if (os_file_size(job->paths[i], &size)) return torrent_refused(job, i, errno);
        if ((uint64_t)size > INT64_MAX - total) return torrent_refused(job, i, EOVERFLOW);
        total += (uint64_t)size;
        job->ends[i] = total;
    }
    uint64_t pieces = total / job->size + (total % job->size != 0);
    if (pieces > PTRDIFF_MAX / OG_SHA1_DIGEST_SIZE) return torrent_refused(job, job->n - 1, EOVERFLOW);
    job->pieces = (size_t)pieces;
    job->at_once = (job->pieces + threads - 1) / threads;
    if (job->at_once > LANES) job->at_once = LANES;
    return 0;
}

void hash_torrent(void *job, work *w, size_t part) {
    worker *k = work_memory(w, sizeof *k);
    if (!k) return;
    k->job = job;
    k->w = w;
    k->part = part;
    for (size_t i = 0; i < LANES; i++) {
        k->pieces[i].fd = -1;
        k->pieces[i].file = 0;
    }
    while (!atomic_load(&w->cancelled)) {
        size_t first = atomic_fetch_add(&k->job->next, k->job->at_once);
        if (first >= k->job->pieces) break;
        size_t left = k->job->pieces - first;
        hash_group(k, first, left < k->job->at_once ? left : k->job->at_once);
    }
    close_files(k);
    free(k);
}
