// SPDX-License-Identifier: MIT
// A fault that the target `hashes` finds: the linker takes this for og_whirlpool_update. An update
// of whole blocks reads the byte after them.
#include <oldguard/whirlpool.h>

extern "C" int __real_og_whirlpool_update(og_whirlpool_ctx *ctx, const void *data, size_t size);
extern "C" int __wrap_og_whirlpool_update(og_whirlpool_ctx *ctx, const void *data, size_t size);

int __wrap_og_whirlpool_update(og_whirlpool_ctx *ctx, const void *data, size_t size) {
    if (size >= 64 && size % 64 == 0)
        static_cast<void>(static_cast<const volatile unsigned char *>(data)[size]);
    return __real_og_whirlpool_update(ctx, data, size);
}
