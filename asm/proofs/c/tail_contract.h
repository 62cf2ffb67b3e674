/* SPDX-License-Identifier: MIT */
/* What the functions of core/tail64.h require and promise. */
#ifndef OG_PROOF_TAIL_CONTRACT_H
#define OG_PROOF_TAIL_CONTRACT_H

#include "proof.h"

/* The tail has `held` bytes, then zeros. */
static void tail_requires(const uint8_t *tail, size_t held) {
    CLAIM(held < 64, "fewer bytes than a block");
    const size_t k = nondet_size();
    CLAIM(k < held || k >= 64 || tail[k] == 0, "zeros after the tail");
}

static void append_requires(const uint8_t *tail, size_t held, const uint8_t *in, size_t size) {
    CLAIM(__CPROVER_w_ok(tail, 64), "the tail");
    tail_requires(tail, held);
    CLAIM(size <= 64 - held, "room for the input");
    CLAIM(size == 0 || __CPROVER_r_ok(in, size), "the input");
}

/* Returns the bytes of the padded blocks. */
static size_t padded_size(size_t held) { return held < 56 ? 64 : 128; }

static void pad_in_place_requires(const uint8_t *tail, size_t held) {
    tail_requires(tail, held);
    CLAIM(__CPROVER_w_ok(tail, padded_size(held)), "room for the padding");
}

static void pad_requires(const uint8_t *last, const uint8_t *in, size_t size) {
    CLAIM(size < 64, "fewer bytes than a block");
    CLAIM(__CPROVER_w_ok(last, padded_size(size)), "room for the padding");
    CLAIM(size == 0 || __CPROVER_r_ok(in, size), "the input");
}

static void join_requires(const uint8_t *all, const uint8_t *head, size_t head_size, const uint8_t *data,
                          size_t size) {
    CLAIM(head_size > 0, "a head");
    CLAIM(__CPROVER_w_ok(all, (head_size + size + 8) / 64 * 64 + 64), "room for the padded message");
    CLAIM(__CPROVER_r_ok(head, head_size) && (size == 0 || __CPROVER_r_ok(data, size)), "the input");
}

/* Returns byte k of a padded message from its byte `size` on. */
static uint8_t padding(uint64_t k, uint64_t size, uint64_t total, uint64_t count) {
    return k >= total ? 0 : k == size ? 0x80 : k < total - 8 ? 0 : (uint8_t)(count >> (8 * (total - 1 - k)));
}

#endif
