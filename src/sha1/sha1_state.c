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

/* Reads what put_message writes. OG_ERR_STATE for what no message leads to. */
static int get_message(const uint8_t *state, uint32_t cv[5], uint64_t *bytes) {
    uint32_t initial[5];
    *bytes = og_load64be(state + BYTES);
    for (size_t i = 0; i < 5; i++) {
        cv[i] = og_load32be(state + CV + 4 * i);
    }
    og_sha1_start(initial);
    const int possible = *bytes <= OG_SHA1_MAX_BYTES && og_state_is_tail(state + TAIL, *bytes % 64) &&
                         (*bytes >= 64 || memcmp(cv, initial, sizeof initial) == 0);
    return possible ? OG_OK : OG_ERR_STATE;
}

int og_sha1_export(const og_sha1_ctx *ctx, uint8_t state[OG_SHA1_STATE_SIZE]) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    uint8_t made[OG_SHA1_STATE_SIZE];
    put_message(made, ctx->cv, ctx->bytes, ctx->tail);
    const int status = og_state_seal(made, sizeof made, "OGS1");
    if (status == OG_OK) {
        memcpy(state, made, sizeof made);
    }
    og_wipe(made, sizeof made);
    return status;
}

int og_sha1_import(og_sha1_ctx *ctx, const uint8_t state[OG_SHA1_STATE_SIZE]) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    og_sha1_ctx got;
    memset(&got, 0, sizeof got);
    int status = og_state_open(state, OG_SHA1_STATE_SIZE, "OGS1");
    if (status == OG_OK) {
        status = get_message(state, got.cv, &got.bytes);
    }
    if (status == OG_OK) {
        memcpy(got.tail, state + TAIL, 64);
        *ctx = got;
    }
    og_wipe(&got, sizeof got);
    return status;
}

int og_sha1dc_export(const og_sha1dc_ctx *ctx, uint8_t state[OG_SHA1DC_STATE_SIZE]) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    uint8_t made[OG_SHA1DC_STATE_SIZE];
    put_message(made, ctx->cv, ctx->bytes, ctx->tail);
    og_store32be(made + FLAGS, ctx->flags);
    og_store32be(made + VECTOR, (uint32_t)(ctx->verdict.vector + 1));
    og_store64be(made + AT, ctx->verdict.at);
    const int status = og_state_seal(made, sizeof made, "OGSD");
    if (status == OG_OK) {
        memcpy(state, made, sizeof made);
    }
    og_wipe(made, sizeof made);
    return status;
}

/* Returns whether a message of `bytes` bytes can have this verdict: none, or one of its whole blocks. */
static int is_possible(uint32_t vector_and_one, uint64_t at, uint64_t bytes) {
    if (vector_and_one == 0) {
        return at == 0;
    }
    return vector_and_one <= 32 && at % 64 == 0 && at < bytes - bytes % 64;
}

int og_sha1dc_import(og_sha1dc_ctx *ctx, const uint8_t state[OG_SHA1DC_STATE_SIZE]) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    og_sha1dc_ctx got;
    memset(&got, 0, sizeof got);
    int status = og_state_open(state, OG_SHA1DC_STATE_SIZE, "OGSD");
    if (status == OG_OK) {
        status = get_message(state, got.cv, &got.bytes);
    }
    const uint32_t vector = og_load32be(state + VECTOR);
    got.flags = og_load32be(state + FLAGS);
    got.verdict.vector = (int)vector - 1;
    got.verdict.at = og_load64be(state + AT);
    if (status == OG_OK &&
        ((got.flags & ~(uint32_t)OG_SHA1DC_FLAGS) != 0 || !is_possible(vector, got.verdict.at, got.bytes))) {
        status = OG_ERR_STATE;
    }
    if (status == OG_OK) {
        memcpy(got.tail, state + TAIL, 64);
        *ctx = got;
    }
    og_wipe(&got, sizeof got);
    return status;
}
