/* SPDX-License-Identifier: MIT */
/* The turns of the last messages in core/many.h: counts the blocks that a kernel of four lanes compresses for
 * each number of messages. The hash is a counter of its blocks, so that a block that is left out, or
 * compressed twice, is seen as well. */
#include <stdio.h>

#include "core/many.h"

#define MOST 40
static uint8_t data[64 * 1024];
static uint64_t blocks_of[MOST];
static size_t steps, calls;
static int failed;

static void expect(int ok, const char *what, size_t n) {
    if (!ok) {
        printf("%zu messages: %s (%zu blocks in each lane, %zu calls)\n", n, what, steps, calls);
        failed = 1;
    }
}

static void start(const og_many_job *job, size_t i, void *cv) {
    (void)job;
    (void)i;
    memset(cv, 0, 8);
}

static size_t pad(uint8_t *last, const uint8_t *tail, size_t size, uint64_t bytes) {
    (void)bytes;
    return og_pad(last, tail, size, 8);
}

static void end(const og_many_job *job, size_t i, const void *cv) {
    (void)job;
    memcpy(&blocks_of[i], cv, 8);
}

/* Counts n blocks of a lane, and compares their address unless they are a copy. */
static void count(const og_many_job *job, og_many_lanes *lanes, size_t i, size_t n) {
    uint64_t done;
    memcpy(&done, lanes->cv + 8 * i, 8);
    if (!lanes->ending[i]) {
        const uint8_t *message = job->messages[lanes->message[i]].data;
        expect(lanes->at[i] == message + 64 * done, "a lane is at another block", job->n);
    }
    done += n;
    memcpy(lanes->cv + 8 * i, &done, 8);
}

static void compress_one(const og_many_job *job, og_fn kernel, og_many_lanes *lanes, size_t n) {
    (void)kernel;
    count(job, lanes, 0, n);
    steps += n;
    calls++;
}

static void compress_lanes(const og_many_job *job, const og_kernel *kernel, og_many_lanes *lanes, size_t busy,
                           size_t n) {
    (void)kernel;
    for (size_t i = 0; i < busy; i++) {
        count(job, lanes, i, n);
    }
    steps += n;
    calls++;
}

static const og_many_hash hash = {OG_OP_SHA1_LANES,
                                  .cv_size = 8,
                                  .length_size = 8,
                                  .message = og_many_one_part,
                                  .start = start,
                                  .pad = pad,
                                  .end = end,
                                  .compress_one = compress_one,
                                  .compress_lanes = compress_lanes};

/* Hashes n messages, the i-th of them of sizes[i % kinds] bytes. Returns the blocks of all of them. */
static uint64_t run(size_t n, const size_t *sizes, size_t kinds) {
    og_message messages[MOST];
    og_many_job job = {.messages = messages, .n = n, .shortest = SIZE_MAX};
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t size = sizes[i % kinds];
        messages[i] = (og_message){data, size};
        job.longest = size > job.longest ? size : job.longest;
        job.shortest = size < job.shortest ? size : job.shortest;
        all += (size + 8) / 64 + 1;
        blocks_of[i] = 0;
    }
    steps = calls = 0;
    og_many_lanes lanes;
    og_many(&hash, &job, NULL, &lanes);
    for (size_t i = 0; i < n; i++) {
        expect(blocks_of[i] == (sizes[i % kinds] + 8) / 64 + 1, "a message has another number of blocks", n);
    }
    return all;
}

int main(void) {
    static const size_t equal[] = {16384}, mixed[] = {300, 16384, 5000, 0, 9000}, short_ones[] = {200, 300};
    if (og_force_kernel("sha1.lanes", "sha1_x64_sse2_x4") != OG_OK) {
        printf("cannot force sha1_x64_sse2_x4\n");
        return 1;
    }
    for (size_t n = 2; n <= MOST; n++) {
        const uint64_t all = run(n, equal, 1), one = all / n;
        if (n >= 4) { /* as many messages as lanes or more: no lane is idle but for the last turns */
            expect(steps <= (all + 3) / 4 + 4 * OG_MANY_TURN, "lanes are idle", n);
        } else {
            expect(steps <= one * (n == 2 ? 2 : 1), "more blocks than without lanes", n);
        }
        (void)run(n, mixed, sizeof mixed / sizeof *mixed);
        (void)run(n, short_ones, sizeof short_ones / sizeof *short_ones);
        expect(calls <= n + 8, "short messages take turns", n);
    }
    /* Eight messages of each of three numbers of blocks fill the lanes, and each takes one step. */
    static const size_t numbers[] = {20, 300, 100};
    const uint64_t all = run(24, numbers, 3);
    expect(steps == all / 4 && calls == 6, "short messages are not sorted by their blocks", 24);
    return failed;
}
