/* SPDX-License-Identifier: MIT */
/*
 * The interface of a peer module: a loadable module named peer_NAME.so that exports og_peer_open(). It can be
 * written in any language. `oldguard bench` loads every module in its folder of peers. It compares the answer
 * of each row with its own reference, and times the row only if they are equal.
 *
 * The operations, and their answers after `calls` calls on the `size` bytes at `in`:
 *
 *   sha1.blocks, whirlpool.blocks    One message that continues from call to call. Answer: the digest of
 *                                    `calls` copies of `in`.
 *   sha1.hash, whirlpool.hash        A whole message in each call, with padding. Answer: its digest.
 *   sha1dc.hash                      As sha1.hash, with detection of collision attacks.
 *   sha1dc.git                       As sha1dc.hash, but the first OG_PEER_GIT_HEADER bytes are hashed in a
 *                                    separate call.
 *   sha1dc.objects[_two_part]        64 messages in each call, one after another in `in`, each as in
 *                                    sha1dc.git. Answer: the digest of their digests.
 *   sha1.many, sha1.many_mixed       64 whole messages in each call, one after another in `in`, with the
 *                                    lengths of many.h. Answer: the digest of their digests.
 *   des.ecb, des3.ecb                Encrypts `in` to `out`.
 *   des.cbc_enc, des.cbc_dec         CBC from `in` to `out`. The chaining block is initially `iv` and is
 * carried des3.cbc_enc, des3.cbc_dec       on from call to call. des.encrypt1, des.encrypt2,      One block,
 * initially `in`, which each call replaces by its cipher text. des.encrypt3, des.decrypt3       The last
 * result is written to `out`. encrypt2 is encrypt1 without the initial and final permutations, on two
 * little-endian words. pbkdf2.sha1, pbkdf2.whirlpool    Each call derives `size` bytes from the password
 * `key` (24 bytes) and the salt `iv` (8 bytes) with OG_PEER_ITERATIONS iterations into `out`. des.key One key
 * schedule of the 8 bytes at `in` in each call. Answer: `iv` encrypted under this key. des.key_set As
 * des.key, with checks of the parity and for weak keys. des.crypt                        Each call is the
 * DES-based crypt(3) of the password `iv` (8 bytes) with the salt OG_PEER_SALT. Answer: the hash, 13
 * characters.
 *
 * Sizes are multiples of 8 bytes for the ciphers, of 64 for *.blocks, of 4096 for sha1.many* and of the
 * digest for pbkdf2.*. *.hash can have any size.
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

/* The input of a row. All pointers stay valid until teardown. */
typedef struct og_peer_task {
    const uint8_t *in;  /* size bytes */
    uint8_t *out;       /* size bytes that do not overlap in; only ciphers and pbkdf2.* write them */
    size_t size;        /* bytes per call */
    const uint8_t *key; /* 24 bytes: K1 K2 K3 with odd parity; single DES takes the first 8 */
    const uint8_t *iv;  /* 8 bytes */
} og_peer_task;

typedef struct og_peer_row {
    const char *name; /* the library, and its interface if it has several: "openssl.evp" */
    const char *op;   /* "sha1.blocks" */
    const char *path; /* the code path of the library ("SHA-NI"), NULL if it does not report one */

    void *(*setup)(const og_peer_task *task); /* returns a state, NULL if the library refuses */
    void (*run)(void *state, size_t calls);   /* performs the operation `calls` times; this is timed */
    /* Writes the answer and returns its size, or returns 0 if the answer is in `out`. run is not called
     * afterwards. */
    size_t (*answer)(void *state, uint8_t answer[OG_PEER_ANSWER_SIZE]);
    void (*teardown)(void *state);
} og_peer_row;

typedef struct og_peer_module {
    int abi;             /* OG_PEER_ABI */
    const char *library; /* "openssl" */
    const char *version; /* of the loaded library */
    const og_peer_row *rows;
    size_t count;
} og_peer_module;

/* Returns the table of the module, in static storage. Returns NULL if the module cannot be used here, with
 * the reason in *error. */
typedef const og_peer_module *og_peer_entry(const char **error);
__attribute__((visibility("default"))) og_peer_entry og_peer_open;

#ifdef __cplusplus
}
#endif
#endif
