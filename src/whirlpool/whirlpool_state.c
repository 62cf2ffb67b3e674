/* SPDX-License-Identifier: MIT */
/* Saved states of Whirlpool. */
#include <oldguard/state.h>

#include "core/state.h"

/* Where the parts of a saved state begin. */
enum { CV = OG_STATE_HEAD, BITS = CV + 64, TAIL = BITS + 32 };
_Static_assert(TAIL + 64 + OG_STATE_CHECK == OG_WHIRLPOOL_STATE_SIZE, "the size in state.h");

/* Returns whether a message leads to this state: one of whole bytes, whose chaining value is zero before
 * the first whole block. */
static int is_possible(const uint8_t *state) {
    static const uint8_t zero[64];
    const uint64_t low = og_load64be(state + BITS + 24);
    const int has_block = low >= 512 || !og_state_equal(state + BITS, zero, 24);
    return low % 8 == 0 && og_state_is_tail(state + TAIL, low / 8 % 64) &&
           (has_block || og_state_equal(state + CV, zero, 64));
}

OG_CLEARED(og_burn_stack, og_whirlpool_export,
           (const og_whirlpool_ctx *ctx, uint8_t state[OG_WHIRLPOOL_STATE_SIZE]), (ctx, state)) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    uint8_t made[OG_WHIRLPOOL_STATE_SIZE];
    memcpy(made + CV, ctx->cv, 64);
    for (size_t i = 0; i < 4; i++) {
        og_store64be(made + BITS + 8 * (3 - i), ctx->bits[i]);
    }
    og_state_put_tail(made + TAIL, ctx->tail, ctx->bits[0] / 8 % 64);
    const int status = is_possible(made) ? og_state_seal(made, sizeof made, "OGWP") : OG_ERR_STATE;
    if (status == OG_OK) {
        memcpy(state, made, sizeof made);
    }
    og_wipe(made, sizeof made);
    return status;
}

OG_CLEARED(og_burn_stack, og_whirlpool_import,
           (og_whirlpool_ctx * ctx, const uint8_t state[OG_WHIRLPOOL_STATE_SIZE]), (ctx, state)) {
    if (ctx == NULL || state == NULL) {
        return OG_ERR_NULL;
    }
    const int status = og_state_open(state, OG_WHIRLPOOL_STATE_SIZE, "OGWP");
    if (status != OG_OK) {
        return status;
    }
    if (!is_possible(state)) {
        return OG_ERR_STATE;
    }
    memset(ctx, 0, sizeof *ctx);
    memcpy(ctx->cv, state + CV, 64);
    for (size_t i = 0; i < 4; i++) {
        ctx->bits[i] = og_load64be(state + BITS + 8 * (3 - i));
    }
    memcpy(ctx->tail, state + TAIL, 64);
    return OG_OK;
}
