/* SPDX-License-Identifier: MIT */
/* The checks of calls with many messages: for two messages of any sizes at any addresses. */
#include "ranges.h"

#include <oldguard/sha1dc.h>

#include "core/many_check.c"

#define MESSAGES 2

void prove_many_check(void) {
    og_message one_part[MESSAGES];
    og_two_part two_part[MESSAGES];
    const int is_two_part = nondet_int();
    og_many_job job = {.messages = is_two_part ? NULL : one_part, .two_part = is_two_part ? two_part : NULL};
    const og_many_results results[2] = {{nondet_address(), 20},
                                        {nondet_address(), sizeof(og_sha1dc_verdict)}};
    const size_t count = 1 + (nondet_int() != 0);
    const uint64_t most = nondet_u64();
    size_t bad;
    job.n = nondet_size();
    ASSUME(job.n <= MESSAGES && most <= UINT64_MAX / 2);
    const int status = og_many_check(&job, results, count, most, &bad);
    CLAIM(bad <= job.n, "the index of a message, or their number");
    if (status != OG_OK) {
        REACHED("an error");
        return;
    }
    CLAIM(bad == job.n, "no message is bad");
    const size_t i = nondet_size(), r = nondet_size();
    ASSUME(i < job.n && r < count);
    const og_two_part m = og_many_message(&job, i);
    const size_t size = job.n * results[r].size;
    CLAIM(is_range(m.head, m.head_size) && is_range(m.data, m.size) && is_range(results[r].at, size),
          "no range wraps");
    CLAIM(m.head_size <= most && m.size <= most - m.head_size, "a possible message");
    CLAIM((m.head != NULL || m.head_size == 0) && (m.data != NULL || m.size == 0), "there are bytes");
    CLAIM(!share_a_byte(m.head, m.head_size, results[r].at, size), "the head outlives the results");
    CLAIM(!share_a_byte(m.data, m.size, results[r].at, size), "the data outlives the results");
    CLAIM(!share_a_byte(is_two_part ? (void *)two_part : one_part,
                        job.n * (is_two_part ? sizeof *two_part : sizeof *one_part), results[r].at, size),
          "the array of messages outlives the results");
    CLAIM(count == 1 ||
              !share_a_byte(results[0].at, job.n * results[0].size, results[1].at, job.n * results[1].size),
          "the results are apart");
    const uint64_t length = og_many_length(&m);
    CLAIM(job.shortest <= length && (job.longest >= length || job.longest == SIZE_MAX), "the lengths");
    REACHED("messages");
}

/* The counter of a context, which the checks mark. */
typedef struct context {
    uint64_t bytes;
    uint8_t tail[64];
} context;

static int has_room(const og_stream_layout *layout, void *ctx, size_t size) {
    const uint64_t bytes = *og_stream_counter(layout, ctx);
    return size <= (UINT64_C(1) << 61) - 1 - bytes;
}

void prove_many_check_streams(void) {
    const og_stream_layout layout = {offsetof(context, bytes), 1, offsetof(context, tail), UINT64_C(1) << 63,
                                     has_room};
    context first, second;
    context *contexts[MESSAGES] = {nondet_int() ? &first : NULL, nondet_int() ? &first : &second};
    og_message pieces[MESSAGES];
    og_many_job job = {.messages = pieces, .contexts = contexts, .layout = &layout};
    size_t bad;
    ASSUME(first.bytes < UINT64_C(1) << 61 && second.bytes < UINT64_C(1) << 61);
    const uint64_t old[2] = {first.bytes, second.bytes};
    job.n = nondet_size();
    ASSUME(job.n <= MESSAGES);
    const int status = og_many_check_streams(&job, &bad);
    CLAIM(first.bytes == old[0] && second.bytes == old[1], "no mark is left");
    if (status != OG_OK) {
        CLAIM(bad < job.n, "the index of a stream");
        REACHED("an error");
        return;
    }
    CLAIM(bad == job.n, "no stream is bad");
    CLAIM(job.n < 2 || contexts[0] != contexts[1], "each context once");
    const size_t i = nondet_size();
    ASSUME(i < job.n);
    CLAIM(contexts[i] != NULL && (pieces[i].data != NULL || pieces[i].size == 0), "there are bytes");
    CLAIM(is_range(pieces[i].data, pieces[i].size), "no range wraps");
    CLAIM(pieces[i].size <= job.longest && has_room(&layout, contexts[i], pieces[i].size),
          "room for the piece");
    REACHED("streams");
}
