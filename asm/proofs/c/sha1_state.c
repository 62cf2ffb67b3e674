/* SPDX-License-Identifier: MIT */
/* Saved states of SHA-1, with and without detection. */
#include "state.h"

#include "sha1/sha1_state.c"

PROVE_STATES(prove_sha1_state, og_sha1_ctx, OG_SHA1_STATE_SIZE, og_sha1_import, og_sha1_export, ctx.bytes,
             ctx.bytes <= OG_SHA1_MAX_BYTES)

PROVE_STATES(prove_sha1dc_state, og_sha1dc_ctx, OG_SHA1DC_STATE_SIZE, og_sha1dc_import, og_sha1dc_export,
             ctx.bytes,
             ctx.bytes <= OG_SHA1_MAX_BYTES && (ctx.flags & ~(unsigned)OG_SHA1DC_FLAGS) == 0 &&
                 ctx.callback == NULL && ctx.verdict.vector >= -1 && ctx.verdict.vector < 32 &&
                 (ctx.verdict.vector < 0 || (ctx.verdict.at % 64 == 0 && ctx.verdict.at < ctx.bytes)))
