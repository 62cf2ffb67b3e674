/* SPDX-License-Identifier: MIT */
/* The checks of calls with many messages of DES: for two messages of any sizes at any addresses. */
#include "ranges.h"

#include "des/des_many.c"

#define MESSAGES 2

static int has_begun;

/* In place of the lanes: the calls have been checked. */
int og_des_lanes(const og_des_job *job) {
    (void)job;
    has_begun = 1;
    return OG_OK;
}

int og_des_check_keys(const uint8_t *keys, size_t n, unsigned checks) {
    (void)n, (void)checks;
    CLAIM(keys != NULL, "a key");
    return nondet_int() ? OG_OK : OG_ERR_PARITY;
}

void prove_des_many(void) {
    og_des_message messages[MESSAGES];
    const size_t n = nondet_size();
    const og_des_mode mode = nondet_int();
    size_t bad;
    ASSUME(n <= MESSAGES);
    if (og_des_many(nondet_int(), mode, messages, n, nondet_u32(), &bad) != OG_OK) {
        CLAIM(!has_begun && bad <= n, "nothing has begun");
        REACHED("an error");
        return;
    }
    const size_t i = nondet_size();
    ASSUME(i < n);
    const og_des_message *m = &messages[i];
    CLAIM(m->key != NULL && m->iv != NULL && ((m->in != NULL && m->out != NULL) || m->size == 0),
          "there are bytes");
    CLAIM(is_range(m->in, m->size) && is_range(m->out, m->size), "no range wraps");
    CLAIM(m->in == m->out || !share_a_byte(m->in, m->size, m->out, m->size), "in place, or apart");
    CLAIM(mode != OG_CBC || m->size % 8 == 0, "whole blocks");
    REACHED("messages");
}

void prove_des_mac_many(void) {
    og_des_message messages[MESSAGES];
    uint8_t(*const macs)[OG_DES_MAC_SIZE] = nondet_address();
    const size_t n = nondet_size();
    const og_mac_padding padding = nondet_int();
    size_t bad;
    ASSUME(n <= MESSAGES);
    if (og_des_mac_many(nondet_int(), padding, nondet_int(), messages, n, nondet_u32(), macs, &bad) !=
        OG_OK) {
        CLAIM(!has_begun && bad <= n, "nothing has begun");
        REACHED("an error");
        return;
    }
    const size_t i = nondet_size(), all = n * sizeof *macs;
    ASSUME(i < n);
    const og_des_message *m = &messages[i];
    CLAIM(macs != NULL && m->key != NULL && (m->in != NULL || m->size == 0), "there are bytes");
    CLAIM(is_range(m->in, m->size) && is_range(macs, all), "no range wraps");
    CLAIM(!share_a_byte(m->in, m->size, macs, all), "the message outlives the MACs");
    CLAIM(!share_a_byte(messages, n * sizeof *messages, macs, all),
          "the array of messages outlives the MACs");
    CLAIM(padding != OG_MAC_PAD_LENGTH || m->size <= UINT64_MAX / 8, "its length in bits has 64 bits");
    REACHED("messages");
}
