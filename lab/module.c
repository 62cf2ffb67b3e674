/* SPDX-License-Identifier: MIT */
/*
 * The C kernels as a module of the bench (bench/peers/peer.h): built once for each compiler and set
 * of flags, so that all of them are checked and timed in the same run as everything else. Plain C11:
 * every compiler of the lab must read it.
 *
 * LAB_NAME is the module's name; row names are LAB_NAME "." and the kernel's stem.
 */
#include "bench/peers/peer.h"
#include "catalogue.h"

#include <stdlib.h>
#include <string.h>

typedef struct job {
    og_peer_task task;
    uint64_t bytes; /* hashed so far */
    uint32_t sha1[5];
    uint8_t whirlpool[64];
    uint32_t data[2];
    og_des_key keys[3];
} job;

static void *setup(const og_peer_task *task) {
    static const uint32_t initial[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    job *j = calloc(1, sizeof *j);
    if (!j) return NULL;
    j->task = *task;
    memcpy(j->sha1, initial, sizeof initial);
    for (unsigned i = 0; i < 3; i++) og_des_c_ref_key(&j->keys[i], task->key + 8 * i);
    for (unsigned i = 0; i < 8 && i < task->size; i++) j->data[i / 4] |= (uint32_t)task->in[i] << 8 * (i % 4);
    return j;
}

static void teardown(void *state) { free(state); }

/* The block that ends a message of whole blocks. */
static void last_block(const job *j, uint8_t block[64]) {
    memset(block, 0, 64);
    block[0] = 0x80;
    for (unsigned i = 0; i < 8; i++) block[63 - i] = (uint8_t)(j->bytes * 8 >> 8 * i);
}

static size_t sha1_answer(job *j, og_sha1_blocks_fn *blocks, uint8_t *answer) {
    uint8_t last[64];
    last_block(j, last);
    blocks(j->sha1, last, 1);
    for (unsigned i = 0; i < 20; i++) answer[i] = (uint8_t)(j->sha1[i / 4] >> (24 - i % 4 * 8));
    return 20;
}

static size_t whirlpool_answer(job *j, og_whirlpool_blocks_fn *blocks, uint8_t *answer) {
    uint8_t last[64];
    last_block(j, last);
    blocks(j->whirlpool, last, 1);
    memcpy(answer, j->whirlpool, 64);
    return 64;
}

static size_t block_answer(job *j) {
    for (unsigned i = 0; i < 8; i++) j->task.out[i] = (uint8_t)(j->data[i / 4] >> 8 * (i % 4));
    return 0;
}

/* The functions of a row: what one call is, and what the answer is. */
#define ROW(id, call, result)                                                     \
    static void id##_run(void *state, size_t calls) {                             \
        job *j = state;                                                           \
        const size_t n = j->task.size;                                            \
        for (; calls > 0; calls--, j->bytes += n) call;                           \
    }                                                                             \
    static size_t id##_answer(void *state, uint8_t answer[OG_PEER_ANSWER_SIZE]) { \
        job *j = state;                                                           \
        (void)answer;                                                             \
        return result;                                                            \
    }
#define SHA1(stem) ROW(stem, og_##stem(j->sha1, j->task.in, n / 64), sha1_answer(j, og_##stem, answer))
#define WHIRLPOOL(stem) \
    ROW(stem, og_##stem(j->whirlpool, j->task.in, n / 64), whirlpool_answer(j, og_##stem, answer))

SHA1(sha1_c_ref)
SHA1(sha1_c_fast)
WHIRLPOOL(whirlpool_c_byte)
WHIRLPOOL(whirlpool_c_int64)
ROW(encrypt1, ((void)n, og_des_c_sp_encrypt1(j->data, j->keys, 1)), block_answer(j))
ROW(encrypt3, ((void)n, og_des_c_sp_encrypt3(j->data, j->keys, j->keys + 1, j->keys + 2)), block_answer(j))
ROW(ecb, og_des_c_sp_ecb(j->task.out, j->task.in, n / 8, j->keys, 1), 0)
ROW(ecb3, og_des_c_sp_des3_ecb(j->task.out, j->task.in, n / 8, j->keys, 1), 0)

#define ENTRY(id, op, stem) {LAB_NAME "." stem, op, NULL, setup, id##_run, id##_answer, teardown}

const og_peer_module *og_peer_open(const char **error) {
    static const og_peer_row rows[] = {
        ENTRY(sha1_c_ref, "sha1.blocks", "sha1_c_ref"),
        ENTRY(sha1_c_fast, "sha1.blocks", "sha1_c_fast"),
        ENTRY(whirlpool_c_byte, "whirlpool.blocks", "whirlpool_c_byte"),
        ENTRY(whirlpool_c_int64, "whirlpool.blocks", "whirlpool_c_int64"),
        ENTRY(encrypt1, "des.encrypt1", "des_c_sp"),
        ENTRY(encrypt3, "des.encrypt3", "des_c_sp"),
        ENTRY(ecb, "des.ecb", "des_c_sp"),
        ENTRY(ecb3, "des3.ecb", "des_c_sp"),
    };
    static const og_peer_module module = {OG_PEER_ABI, LAB_NAME, LAB_VERSION, rows,
                                          sizeof rows / sizeof rows[0]};
    (void)error;
    return &module;
}
