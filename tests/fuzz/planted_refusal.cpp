// SPDX-License-Identifier: MIT
// A fault that the target `state` finds: the linker takes this for og_sha1_import. A refused state with the
// right name and version changes the context.
#include <oldguard/state.h>

extern "C" int __real_og_sha1_import(og_sha1_ctx *ctx, const uint8_t *state);
extern "C" int __wrap_og_sha1_import(og_sha1_ctx *ctx, const uint8_t *state);

int __wrap_og_sha1_import(og_sha1_ctx *ctx, const uint8_t *state) {
    const int status = __real_og_sha1_import(ctx, state);
    const bool is_named = ctx != nullptr && state[0] == 'O' && state[3] == '1' && state[7] == 1;
    if (status == OG_ERR_STATE && is_named) ctx->bytes = 0;
    return status;
}
