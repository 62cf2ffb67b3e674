/* SPDX-License-Identifier: MIT */
/*
 * What a peer library's adapter is: a loadable module named peer_NAME.so that exports
 * og_peer_open() and may be built by anything that can make one. `oldguard bench` loads every
 * such file in its folder of peers, compares each row's answer with its own reference and only then
 * times it.
 *
 * Operations and their answers, after `calls` calls on `size` bytes `in`:
 *
 *   sha1.blocks, whirlpool.blocks    one message goes on: the digest of `in`, `calls` times over
 *   sha1.hash, whirlpool.hash        a whole message each call, padding included: its digest
 *   sha1dc.hash                      sha1.hash with detection of collision attacks
 *   sha1dc.git                       the same, the first OG_PEER_GIT_HEADER bytes in a call of
 *                                    their own
 *   sha1.many, sha1.many_mixed       64 whole messages each call, one behind the other in `in`, of
 *                                    the lengths that many.h gives: the digest of their digests
 *   des.ecb, des3.ecb                encryption of `in` to `out`
 *   des.cbc_enc, des.cbc_dec         CBC from `in` to `out`; the chaining block starts as `iv` and
 *   des3.cbc_enc, des3.cbc_dec       goes on from call to call
 *   des.encrypt1, des.encrypt2,      one block: `in` goes through the cipher `calls` times, the
 *   des.encrypt3, des.decrypt3       last result lands in `out`; encrypt2 is encrypt1 without the
 *                                    initial and final permutations, on two little-endian words
 *   pbkdf2.sha1, pbkdf2.whirlpool    each call derives `size` bytes from the password `key` (24
 *                                    bytes) and the salt `iv` (8 bytes) with OG_PEER_ITERATIONS
 *                                    iterations into `out`
 *   des.key                          one key schedule of the 8 bytes `in` each call; the answer is
 *                                    `iv` encrypted under it
 *   des.key_set                      the same with a check of the parity and for weak keys
 *   des.crypt                        each call is the DES-based crypt(3) of the password `iv` (8
 *                                    bytes) with OG_PEER_SALT; the answer is the hash, 13 characters
 *
 * Sizes are multiples of the block (8 bytes for the ciphers, 64 for *.blocks, 4096 for sha1.many*,
 * any for *.hash, a whole number of digests for pbkdf2.*).
 */
#ifndef OLDGUARD_PEER_H
#define OLDGUARD_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OG_PEER_ABI 1
#define OG_PEER_ANSWER_SIZE 64
#define OG_PEER_ITERATIONS 1000
#define OG_PEER_SALT "ab"
#define OG_PEER_GIT_HEADER 10 /* bytes: type, length and NUL in front of a git object */
#define OG_PEER_SYMBOL "og_peer_open"

/* One job. All pointers stay valid until teardown. */
typedef struct og_peer_task {
    const uint8_t *in;  /* size bytes */
    uint8_t *out;       /* size bytes, apart from in; only ciphers and pbkdf2.* write them */
    size_t size;        /* bytes per call */
    const uint8_t *key; /* 24 bytes: K1 K2 K3 with odd parity; single DES takes the first 8 */
    const uint8_t *iv;  /* 8 bytes */
} og_peer_task;

typedef struct og_peer_row {
    const char *name; /* the library and, where it has several, the way in: "openssl.evp" */
    const char *op;   /* "sha1.blocks" */
    const char *path; /* the code path inside the library where it tells ("SHA-NI"), else NULL */

    void *(*setup)(const og_peer_task *task); /* NULL when the library refuses */
    void (*run)(void *state, size_t calls);
    /* Writes an answer that does not lie in `out` and returns its size; 0 means that it lies
     * there. Nothing is run after it. */
    size_t (*answer)(void *state, uint8_t answer[OG_PEER_ANSWER_SIZE]);
    void (*teardown)(void *state);
} og_peer_row;

typedef struct og_peer_module {
    int abi;             /* OG_PEER_ABI */
    const char *library; /* "openssl" */
    const char *version; /* as the loaded library tells it */
    const og_peer_row *rows;
    size_t count;
} og_peer_module;

/* The module's table, or NULL with *error saying why it cannot serve here. Static storage. */
typedef const og_peer_module *og_peer_entry(const char **error);
__attribute__((visibility("default"))) og_peer_entry og_peer_open;

#ifdef __cplusplus
}
#endif
#endif
