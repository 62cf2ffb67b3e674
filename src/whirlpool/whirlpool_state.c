/* SPDX-License-Identifier: MIT */
/* Saved states of Whirlpool. */
#include <oldguard/state.h>

#include "core/state.h"

/* Where the parts of a saved state begin. */
enum { CV = OG_STATE_HEAD, BITS = CV + 64, TAIL = BITS + 32 };
_Static_assert(TAIL + 64 + OG_STATE_CHECK == OG_WHIRLPOOL_STATE_SIZE, "the size in state.h");

/* Returns the number of bytes in the unfinished block. */
static size_t held(const uint64_t bits[4]) { return bits[0] / 8 % 64; }

int og_whirlpool_export(const og_whirlpool_ctx *ctx, uint8_t state[OG_WHIRLPOOL_STATE_SIZE]) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    uint8_t made[OG_WHIRLPOOL_STATE_SIZE];
    memcpy(made + CV, ctx->cv, 64);
    for (size_t i = 0; i < 4; i++) {
        og_store64be(made + BITS + 8 * (3 - i), ctx->bits[i]);
    }
    og_state_put_tail(made + TAIL, ctx->tail, held(ctx->bits));
    const int status = og_state_seal(made, sizeof made, "OGWP");
    if (status == OG_OK) {
        memcpy(state, made, sizeof made);
    }
    og_wipe(made, sizeof made);
    return status;
}

/* Returns whether a message leads to this state: one of whole bytes, whose chaining value is zero before
 * the first whole block. */
static int is_possible(const og_whirlpool_ctx *ctx) {
    static const uint8_t initial[64];
    const int begun = (ctx->bits[3] | ctx->bits[2] | ctx->bits[1]) != 0 || ctx->bits[0] >= 512;
    return ctx->bits[0] % 8 == 0 && og_state_is_tail(ctx->tail, held(ctx->bits)) &&
           (begun || memcmp(ctx->cv, initial, sizeof initial) == 0);
}

int og_whirlpool_import(og_whirlpool_ctx *ctx, const uint8_t state[OG_WHIRLPOOL_STATE_SIZE]) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    og_whirlpool_ctx got;
    int status = og_state_open(state, OG_WHIRLPOOL_STATE_SIZE, "OGWP");
    memcpy(got.cv, state + CV, 64);
    memcpy(got.tail, state + TAIL, 64);
    for (size_t i = 0; i < 4; i++) {
        got.bits[i] = og_load64be(state + BITS + 8 * (3 - i));
    }
    if (status == OG_OK && !is_possible(&got)) {
        status = OG_ERR_STATE;
    }
    if (status == OG_OK) {
        *ctx = got;
    }
    og_wipe(&got, sizeof got);
    return status;
}
