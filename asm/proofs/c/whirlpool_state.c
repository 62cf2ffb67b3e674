/* SPDX-License-Identifier: MIT */
/* Saved states of Whirlpool. */
#include "state.h"

#include "whirlpool/whirlpool_state.c"

PROVE_STATES(prove_whirlpool_state, og_whirlpool_ctx, OG_WHIRLPOOL_STATE_SIZE, og_whirlpool_import,
             og_whirlpool_export, ctx.bits[0] / 8, ctx.bits[0] % 8 == 0)
