/* SPDX-License-Identifier: MIT */
/* The interface of sha1collisiondetection on top of the sha1dc.blocks kernels. */
#include "sha1dc/sha1.h"

#include <assert.h>
#include <catalogue.h>

#include "core/blocks64.h"
#include "core/bytes.h"
#include "sha1/sha1_message.h"
#include "sha1/sha1dc_compress.h"
#include "sha1dc/ubc_check.h"

#if defined(__x86_64__)
/* The layout with which existing programs are built. */
static_assert(sizeof(SHA1_CTX) == 2400 && offsetof(SHA1_CTX, ihv) == 8 && offsetof(SHA1_CTX, buffer) == 28 &&
                  offsetof(SHA1_CTX, found_collision) == 92 && offsetof(SHA1_CTX, safe_hash) == 96 &&
                  offsetof(SHA1_CTX, detect_coll) == 100 && offsetof(SHA1_CTX, ubc_check) == 104 &&
                  offsetof(SHA1_CTX, reduced_round_coll) == 108 && offsetof(SHA1_CTX, callback) == 112 &&
                  offsetof(SHA1_CTX, ihv1) == 120 && offsetof(SHA1_CTX, ihv2) == 140 &&
                  offsetof(SHA1_CTX, m1) == 160 && offsetof(SHA1_CTX, m2) == 480 &&
                  offsetof(SHA1_CTX, states) == 800,
              "SHA1_CTX");
#elif defined(__i386__)
static_assert(sizeof(SHA1_CTX) == 2396, "SHA1_CTX");
#endif

static void expand(uint32_t W[80], const uint8_t *block) {
    for (unsigned t = 0; t < 16; t++) {
        W[t] = og_load32be(block + 4 * t);
    }
    for (unsigned t = 16; t < 80; t++) {
        W[t] = og_rotl32(W[t - 3] ^ W[t - 8] ^ W[t - 14] ^ W[t - 16], 1);
    }
}

/* sha1collisiondetection unrolls its steps, so that each changes two of the five words in place. Before
 * step t, the standard's a is word -t modulo 5, b is the next word, and so on. */
void sha1_compression_states(uint32_t ihv[5], const uint32_t m[16], uint32_t W[80], uint32_t states[80][5]) {
    static const uint32_t K[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t s[5];
    expand(W, (const uint8_t *)m);
    memcpy(s, ihv, sizeof s);
    for (unsigned t = 0; t < 80; t++) {
        const unsigned at = 80 - t;
        const uint32_t a = s[at % 5], c = s[(at + 2) % 5], d = s[(at + 3) % 5];
        uint32_t *b = &s[(at + 1) % 5];
        memcpy(states[t], s, sizeof s);
        const uint32_t ch = d ^ (*b & (c ^ d));
        const uint32_t maj = (*b & c) | (d & (*b | c));
        const uint32_t f = t < 20 ? ch : t < 40 || t >= 60 ? *b ^ c ^ d : maj;
        s[(at + 4) % 5] += og_rotl32(a, 5) + f + K[t / 20] + W[t];
        *b = og_rotl32(*b, 30);
    }
    for (unsigned i = 0; i < 5; i++) {
        ihv[i] += s[i];
    }
}

/* Stores a hit in the context and calls the callback. An og_sha1dc_hit_fn. */
static void found(void *user, const og_sha1dc_block *block, uint64_t at, unsigned vector,
                  const og_sha1dc_other *other) {
    SHA1_CTX *ctx = user;
    uint32_t ihv[5];
    (void)vector;
    ctx->found_collision = 1;
    memcpy(ctx->ihv1, block->info->cv, sizeof ctx->ihv1);
    memcpy(ctx->ihv2, other->cv, sizeof ctx->ihv2);
    memcpy(ihv, ctx->ihv1, sizeof ihv);
    uint32_t m[16];
    memcpy(m, block->bytes, sizeof m);
    sha1_compression_states(ihv, m, ctx->m1, ctx->states);
    expand(ctx->m2, other->block);
    if (ctx->callback != NULL) {
        ctx->callback(at, ctx->ihv1, ctx->ihv2, ctx->m1, ctx->m2);
    }
}

/* Compresses n blocks without detection. An og_compress_fn. */
static void plain(void *chain, const uint8_t *blocks, size_t n) {
    const og_sha1dc_chain *c = chain;
    og_sha1dc_plain_kernel()(c->cv, blocks, n);
}

/* Prepares the chain for the next blocks, with a kernel for len bytes. */
static void begin(og_sha1dc_chain *chain, SHA1_CTX *ctx, size_t len) {
    chain->cv = ctx->ihv;
    chain->flags = OG_SHA1DC_NO_WIPE | (ctx->safe_hash ? OG_SHA1DC_SAFE_HASH : 0u) |
                   (ctx->reduced_round_coll ? OG_SHA1DC_REDUCED : 0u) |
                   (ctx->ubc_check ? 0u : OG_SHA1DC_EVERY_VECTOR);
    chain->at = ctx->total - ctx->total % 64;
    chain->hit = found;
    chain->user = ctx;
    chain->kernel = og_sha1dc_kernel(len);
    if (chain->kernel == NULL) { /* no way to report it: use a portable kernel */
        chain->kernel = og_sha1dc_c_fast;
    }
}

void SHA1DCInit(SHA1_CTX *ctx) {
    ctx->total = 0;
    og_sha1_start(ctx->ihv);
    memset(ctx->buffer, 0, sizeof ctx->buffer);
    ctx->found_collision = 0;
    ctx->safe_hash = 1;
    ctx->ubc_check = 1;
    ctx->detect_coll = 1;
    ctx->reduced_round_coll = 0;
    ctx->callback = NULL;
}

void SHA1DCSetSafeHash(SHA1_CTX *ctx, int on) { ctx->safe_hash = on != 0; }

void SHA1DCSetUseUBC(SHA1_CTX *ctx, int on) { ctx->ubc_check = on != 0; }

void SHA1DCSetUseDetectColl(SHA1_CTX *ctx, int on) { ctx->detect_coll = on != 0; }

void SHA1DCSetDetectReducedRoundCollision(SHA1_CTX *ctx, int on) { ctx->reduced_round_coll = on != 0; }

void SHA1DCSetCallback(SHA1_CTX *ctx, collision_block_callback callback) { ctx->callback = callback; }

void SHA1DCUpdate(SHA1_CTX *ctx, const char *data, size_t len) {
    const size_t held = ctx->total % 64;
    if (len < 64 - held) {
        og_tail_append(ctx->buffer, held, (const uint8_t *)data, len);
    } else {
        og_sha1dc_chain chain;
        begin(&chain, ctx, len);
        og_update_blocks(ctx->buffer, held, (const uint8_t *)data, len,
                         ctx->detect_coll ? og_sha1dc_compress_blocks : plain, &chain);
    }
    ctx->total += len;
}

int SHA1DCFinal(unsigned char digest[20], SHA1_CTX *ctx) {
    og_sha1dc_chain chain;
    begin(&chain, ctx, 0);
    og_sha1_finish(ctx->buffer, ctx->total, 1, ctx->detect_coll ? og_sha1dc_compress_blocks : plain, &chain);
    og_sha1_digest(digest, ctx->ihv);
    return ctx->found_collision;
}
