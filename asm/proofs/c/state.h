/* SPDX-License-Identifier: MIT */
/* The proof of a hash whose saved states an attacker writes. og_sha1 is any function of its input: it has the
 * same digest for every call. */
#ifndef OG_PROOF_STATE_H
#define OG_PROOF_STATE_H

#include "proof.h"

#include <oldguard/state.h>

#include "sha1/sha1_message.h"

static uint8_t digest_of_all[20];

int og_sha1(const void *data, size_t size, uint8_t digest[20]) {
    CLAIM(__CPROVER_r_ok(data, size), "the data of the check");
    if (nondet_int()) {
        return OG_ERR_NO_KERNEL;
    }
    memcpy(digest, digest_of_all, 20);
    return OG_OK;
}

/* Defines the proof of the functions NAME_import and NAME_export, whose states have `size` bytes. BYTES: the
 * length of the message of `ctx`, modulo 2^64. INVARIANT: what else is true of every context. */
#define PROVE_STATES(name, type, size, import, export, BYTES, INVARIANT)                           \
    void name(void) {                                                                              \
        uint8_t state[size], again[size];                                                          \
        type ctx;                                                                                  \
        const size_t k = nondet_size(), j = nondet_size();                                         \
        __CPROVER_havoc_slice(digest_of_all, 20);                                                  \
        const int status = import(&ctx, state);                                                    \
        if (status != OG_OK) {                                                                     \
            CLAIM(status == OG_ERR_STATE || status == OG_ERR_NO_KERNEL, "the reason");             \
            REACHED("a refused state");                                                            \
            return;                                                                                \
        }                                                                                          \
        ASSUME(k < 64 && j < size);                                                                \
        CLAIM(k < (BYTES) % 64 || ctx.tail[k] == 0, "zeros after the unfinished block");           \
        CLAIM(INVARIANT, "a context that the functions of the hash can continue");                 \
        const int saved = export(&ctx, again);                                                     \
        CLAIM(saved == OG_OK || saved == OG_ERR_NO_KERNEL, "each imported state can be exported"); \
        if (saved == OG_OK) {                                                                      \
            CLAIM(again[j] == state[j], "the same state");                                         \
            REACHED("an exported state");                                                          \
        }                                                                                          \
    }

#endif
