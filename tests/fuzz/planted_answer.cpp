// SPDX-License-Identifier: MIT
// A fault that the target `hashes` finds: the linker takes this for og_sha1_update. An update that
// completes a block loses its last byte.
#include <oldguard/sha1.h>

extern "C" int __real_og_sha1_update(og_sha1_ctx *ctx, const void *data, size_t size);
extern "C" int __wrap_og_sha1_update(og_sha1_ctx *ctx, const void *data, size_t size);

int __wrap_og_sha1_update(og_sha1_ctx *ctx, const void *data, size_t size) {
    const size_t held = ctx->bytes % 64;
    const bool completes = held > 0 && held + size >= 64;
    return __real_og_sha1_update(ctx, data, completes ? size - 1 : size);
}
