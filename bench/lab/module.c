/* SPDX-License-Identifier: MIT */
/*
 * A module of the bench (bench/peers/peer.h) around kernels. The lab builds it once for each compiler and
 * set of flags, around the C kernels, and `oldguard-lab trials` builds it around trial kernels. Plain C11:
 * every compiler of the lab must be able to read it.
 *
 * LAB_NAME is the name of the module. A row is called LAB_NAME "." and the stem of the kernel.
 * LAB_ROWS(ROW) lists the rows: ROW(shape, operation, stem, function). The shapes are defined below.
 */
#include "bench/peers/peer.h"
#include "catalogue.h"

#include <stdlib.h>
#include <string.h>

#ifndef LAB_ROWS
#define LAB_ROWS(ROW)                                                             \
    ROW(SHA1, "sha1.blocks", "sha1_c_ref", og_sha1_c_ref)                         \
    ROW(SHA1, "sha1.blocks", "sha1_c_fast", og_sha1_c_fast)                       \
    ROW(WHIRLPOOL, "whirlpool.blocks", "whirlpool_c_byte", og_whirlpool_c_byte)   \
    ROW(WHIRLPOOL, "whirlpool.blocks", "whirlpool_c_int64", og_whirlpool_c_int64) \
    ROW(BLOCK, "des.encrypt1", "des_c_sp", og_des_c_sp_encrypt1)                  \
    ROW(BLOCK3, "des.encrypt3", "des_c_sp", og_des_c_sp_encrypt3)                 \
    ROW(ECB, "des.ecb", "des_c_sp", og_des_c_sp_ecb)                              \
    ROW(ECB, "des3.ecb", "des_c_sp", og_des_c_sp_des3_ecb)
#endif

typedef struct job {
    og_peer_task task;
    uint64_t bytes; /* processed so far */
    uint32_t sha1[5];
    uint8_t whirlpool[64];
    uint32_t data[2];
    uint8_t iv[8];
    og_des_key keys[3];
} job;

static void *setup(const og_peer_task *task) {
    static const uint32_t initial[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    job *j = calloc(1, sizeof *j);
    if (!j) return NULL;
    j->task = *task;
    memcpy(j->sha1, initial, sizeof initial);
    memcpy(j->iv, task->iv, sizeof j->iv);
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

/* For each shape: the type of the function f, one call of it, and the size of the answer. */
#define TYPE_SHA1 og_sha1_blocks_fn
#define CALL_SHA1(f) f(j->sha1, j->task.in, n / 64)
#define ANSWER_SHA1(f) sha1_answer(j, f, answer)

#define TYPE_WHIRLPOOL og_whirlpool_blocks_fn
#define CALL_WHIRLPOOL(f) f(j->whirlpool, j->task.in, n / 64)
#define ANSWER_WHIRLPOOL(f) whirlpool_answer(j, f, answer)

#define TYPE_BLOCK og_des_block_fn
#define CALL_BLOCK(f) f(j->data, j->keys, 1)
#define ANSWER_BLOCK(f) block_answer(j)

#define TYPE_BLOCK3 og_des_block3_fn
#define CALL_BLOCK3(f) f(j->data, j->keys, j->keys + 1, j->keys + 2)
#define ANSWER_BLOCK3(f) block_answer(j)

#define TYPE_ECB og_des_ecb_fn
#define CALL_ECB(f) f(j->task.out, j->task.in, n / 8, j->keys, 1)
#define ANSWER_ECB(f) 0

#define TYPE_CBC og_des_cbc_fn
#define CALL_CBC(f) f(j->task.out, j->task.in, n / 8, j->keys, j->iv)
#define ANSWER_CBC(f) 0

#define DEFINE(shape, operation, stem, f)                                        \
    extern TYPE_##shape f;                                                       \
    static void f##_run(void *state, size_t calls) {                             \
        job *j = state;                                                          \
        const size_t n = j->task.size;                                           \
        for (; calls > 0; calls--, j->bytes += n) CALL_##shape(f);               \
    }                                                                            \
    static size_t f##_answer(void *state, uint8_t answer[OG_PEER_ANSWER_SIZE]) { \
        job *j = state;                                                          \
        (void)j, (void)answer;                                                   \
        return ANSWER_##shape(f);                                                \
    }
LAB_ROWS(DEFINE)

#define ENTRY(shape, operation, stem, f) \
    {LAB_NAME "." stem, operation, NULL, setup, f##_run, f##_answer, teardown},

const og_peer_module *og_peer_open(const char **error) {
    static const og_peer_row rows[] = {LAB_ROWS(ENTRY)};
    static const og_peer_module module = {OG_PEER_ABI, LAB_NAME, LAB_VERSION, rows,
                                          sizeof rows / sizeof rows[0]};
    (void)error;
    return &module;
}
