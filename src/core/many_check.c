/* SPDX-License-Identifier: MIT */
#include "core/many_check.h"

#include "core/ranges.h"

/* Checks the arrays of a job and its results, but not their elements. */
static int check_arrays(const og_many_job *job, const og_many_results *results, size_t count) {
    const void *messages = job->two_part != NULL ? (const void *)job->two_part : job->messages;
    const size_t element = job->two_part != NULL ? sizeof *job->two_part : sizeof *job->messages;
    int status = messages == NULL ? OG_ERR_NULL : OG_OK;
    for (size_t i = 0; i < count && status == OG_OK; i++) {
        status = results[i].at == NULL ? OG_ERR_NULL : OG_OK;
    }
    for (size_t i = 0; i < count && status == OG_OK; i++) {
        const int fit = og_fits(messages, job->n, element) && og_fits(results[i].at, job->n, results[i].size);
        status = fit ? OG_OK : OG_ERR_TOO_LONG;
    }
    for (size_t i = 0; i < count && status == OG_OK; i++) {
        const void *to = results[i].at;
        const size_t size = job->n * results[i].size;
        if (og_overlap(messages, job->n * element, to, size) ||
            (i > 0 && og_overlap(results[0].at, job->n * results[0].size, to, size))) {
            status = OG_ERR_ARGUMENT;
        }
    }
    return status;
}

/* Checks size bytes that belong to one of n messages. */
static inline int check_part(const void *part, size_t size, size_t n, const og_many_results *results,
                             size_t count) {
    if (size == 0) {
        return OG_OK;
    }
    if (part == NULL) {
        return OG_ERR_NULL;
    }
    if (!og_fits(part, size, 1)) {
        return OG_ERR_TOO_LONG;
    }
    for (size_t i = 0; i < count; i++) {
        if (og_overlap(part, size, results[i].at, n * results[i].size)) {
            return OG_ERR_ARGUMENT;
        }
    }
    return OG_OK;
}

/* Checks the messages of a job. Inlined with a constant `two_part`, so that a message in one part has no test
 * of a head. */
__attribute__((always_inline)) static inline int check_messages(og_many_job *job, int two_part,
                                                                const og_many_results *results, size_t count,
                                                                uint64_t most, size_t *bad) {
    uint64_t longest = 0, shortest = SIZE_MAX;
    for (size_t i = 0; i < job->n; i++) {
        const og_two_part m = two_part ? og_many_two_part(job, i) : og_many_one_part(job, i);
        int status = check_part(m.head, m.head_size, job->n, results, count);
        if (status == OG_OK) {
            status = check_part(m.data, m.size, job->n, results, count);
        }
        if (status == OG_OK && (m.head_size > most || m.size > most - m.head_size)) {
            status = OG_ERR_TOO_LONG;
        }
        if (status != OG_OK) {
            return og_many_status(status, i, bad);
        }
        const uint64_t size = og_many_length(&m);
        longest = size > longest ? size : longest;
        shortest = size < shortest ? size : shortest;
    }
    job->longest = longest < SIZE_MAX ? (size_t)longest : SIZE_MAX;
    job->shortest = (size_t)shortest;
    return og_many_status(OG_OK, job->n, bad);
}

int og_many_check(og_many_job *job, const og_many_results *results, size_t count, uint64_t most,
                  size_t *bad) {
    const int status = job->n == 0 ? OG_OK : check_arrays(job, results, count);
    if (status != OG_OK) {
        return og_many_status(status, job->n, bad);
    }
    if (job->two_part != NULL) {
        return check_messages(job, 1, results, count, most, bad);
    }
    return count == 1 ? check_messages(job, 0, results, 1, most, bad)
                      : check_messages(job, 0, results, count, most, bad);
}

/* Returns OG_OK and sets the mark of the context, or the error of stream i. */
static int check_stream(const og_many_job *job, size_t i) {
    void *ctx = og_stream_context(job->contexts, i);
    const og_message *piece = &job->messages[i];
    if (ctx == NULL || (piece->data == NULL && piece->size > 0)) {
        return OG_ERR_NULL;
    }
    uint64_t *counter = og_stream_counter(job->layout, ctx);
    if (*counter & job->layout->mark) {
        return OG_ERR_ARGUMENT;
    }
    if (!og_fits(piece->data, piece->size, 1) || !job->layout->has_room(job->layout, ctx, piece->size)) {
        return OG_ERR_TOO_LONG;
    }
    *counter |= job->layout->mark;
    return OG_OK;
}

int og_many_check_streams(og_many_job *job, size_t *bad) {
    const size_t n = job->n;
    job->longest = 0;
    if (n > 0 && (job->contexts == NULL || job->messages == NULL)) {
        return og_many_status(OG_ERR_NULL, n, bad);
    }
    if (!og_fits(job->contexts, n, sizeof(void *)) || !og_fits(job->messages, n, sizeof *job->messages)) {
        return og_many_status(OG_ERR_TOO_LONG, n, bad);
    }
    int status = OG_OK;
    size_t good = 0; /* contexts with a mark */
    for (; good < n; good++) {
        status = check_stream(job, good);
        if (status != OG_OK) {
            break;
        }
        job->longest = job->messages[good].size > job->longest ? job->messages[good].size : job->longest;
    }
    for (size_t i = 0; i < good; i++) {
        *og_stream_counter(job->layout, og_stream_context(job->contexts, i)) &= ~job->layout->mark;
    }
    return og_many_status(status, good, bad); /* good is n on success */
}
