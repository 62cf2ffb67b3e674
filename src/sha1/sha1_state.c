/* SPDX-License-Identifier: MIT */
/* Saved states of SHA-1, with and without detection. */
#include <oldguard/state.h>

#include "core/state.h"
#include "sha1/sha1_message.h"
#include "sha1/sha1dc_compress.h"

/* Where the parts of a saved state begin. */
enum {
    CV = OG_STATE_HEAD,
    BYTES = CV + 20,
    TAIL = BYTES + 8,
    FLAGS = TAIL + 64,
    VECTOR = FLAGS + 4,
    AT = VECTOR + 4
};
_Static_assert(FLAGS + OG_STATE_CHECK == OG_SHA1_STATE_SIZE, "the size in state.h");
_Static_assert(AT + 8 + OG_STATE_CHECK == OG_SHA1DC_STATE_SIZE, "the size in state.h");

static void put_message(uint8_t *state, const uint32_t cv[5], uint64_t bytes, const uint8_t tail[64]) {
    og_sha1_digest(state + CV, cv);
    og_store64be(state + BYTES, bytes);
    og_state_put_tail(state + TAIL, tail, bytes % 64);
}

/* Reads what put_message writes. */
static void get_message(const uint8_t *state, uint32_t cv[5], uint64_t *bytes, uint8_t tail[64]) {
    for (size_t i = 0; i < 5; i++) {
        cv[i] = og_load32be(state + CV + 4 * i);
    }
    *bytes = og_load64be(state + BYTES);
    memcpy(tail, state + TAIL, 64);
}

/* Returns whether a message leads to this chaining value, count and unfinished block. The chaining value is
 * the initial one before the first whole block. */
static int has_possible_message(const uint8_t *state) {
    const uint64_t bytes = og_load64be(state + BYTES);
    uint32_t cv[5];
    uint8_t initial[20];
    og_sha1_start(cv);
    og_sha1_digest(initial, cv);
    return bytes <= OG_SHA1_MAX_BYTES && og_state_is_tail(state + TAIL, bytes % 64) &&
           (bytes >= 64 || og_state_equal(state + CV, initial, sizeof initial));
}

OG_CLEARED(og_burn_stack, og_sha1_export, (const og_sha1_ctx *ctx, uint8_t state[OG_SHA1_STATE_SIZE]),
           (ctx, state)) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    uint8_t made[OG_SHA1_STATE_SIZE];
    put_message(made, ctx->cv, ctx->bytes, ctx->tail);
    const int status = has_possible_message(made) ? og_state_seal(made, sizeof made, "OGS1") : OG_ERR_STATE;
    if (status == OG_OK) {
        memcpy(state, made, sizeof made);
    }
    og_wipe(made, sizeof made);
    return status;
}

OG_CLEARED(og_burn_stack, og_sha1_import, (og_sha1_ctx * ctx, const uint8_t state[OG_SHA1_STATE_SIZE]),
           (ctx, state)) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    const int status = og_state_open(state, OG_SHA1_STATE_SIZE, "OGS1");
    if (status != OG_OK) {
        return status;
    }
    if (!has_possible_message(state)) {
        return OG_ERR_STATE;
    }
    memset(ctx, 0, sizeof *ctx);
    get_message(state, ctx->cv, &ctx->bytes, ctx->tail);
    return OG_OK;
}

#ifndef OLDGUARD_NO_SHA1DC

/* Returns whether the flags exist, and a message of this length can have the verdict: none, or an attack in
 * one of its whole blocks. */
static int has_possible_verdict(const uint8_t *state) {
    const uint64_t bytes = og_load64be(state + BYTES);
    const uint32_t vector_and_one = og_load32be(state + VECTOR);
    const uint64_t at = og_load64be(state + AT);
    if ((og_load32be(state + FLAGS) & ~(uint32_t)OG_SHA1DC_FLAGS) != 0) {
        return 0;
    }
    if (vector_and_one == 0) {
        return at == 0;
    }
    return vector_and_one <= 32 && at % 64 == 0 && at < bytes - bytes % 64;
}

OG_CLEARED(og_burn_stack, og_sha1dc_export, (const og_sha1dc_ctx *ctx, uint8_t state[OG_SHA1DC_STATE_SIZE]),
           (ctx, state)) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    uint8_t made[OG_SHA1DC_STATE_SIZE];
    put_message(made, ctx->cv, ctx->bytes, ctx->tail);
    og_store32be(made + FLAGS, ctx->flags);
    og_store32be(made + VECTOR, (uint32_t)ctx->verdict.vector + 1);
    og_store64be(made + AT, ctx->verdict.at);
    const int possible = has_possible_message(made) && has_possible_verdict(made);
    const int status = possible ? og_state_seal(made, sizeof made, "OGSD") : OG_ERR_STATE;
    if (status == OG_OK) {
        memcpy(state, made, sizeof made);
    }
    og_wipe(made, sizeof made);
    return status;
}

OG_CLEARED(og_burn_stack, og_sha1dc_import, (og_sha1dc_ctx * ctx, const uint8_t state[OG_SHA1DC_STATE_SIZE]),
           (ctx, state)) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    const int status = og_state_open(state, OG_SHA1DC_STATE_SIZE, "OGSD");
    if (status != OG_OK) {
        return status;
    }
    if (!has_possible_message(state) || !has_possible_verdict(state)) {
        return OG_ERR_STATE;
    }
    memset(ctx, 0, sizeof *ctx);
    get_message(state, ctx->cv, &ctx->bytes, ctx->tail);
    ctx->flags = og_load32be(state + FLAGS);
    ctx->verdict.vector = (int)og_load32be(state + VECTOR) - 1;
    ctx->verdict.at = og_load64be(state + AT);
    return OG_OK;
}

#endif /* OLDGUARD_NO_SHA1DC */
