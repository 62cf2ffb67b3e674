/* SPDX-License-Identifier: MIT */
/*
 * ECB and CBC of a table kernel. Each kernel's file includes this header after it has defined its block
 * functions, and the compiler inlines them into the loops.
 *
 * Before including it, define
 *     BLOCK1(data, ks, encrypt)     one block of DES, IP and FP included
 *     BLOCK3(data, ks, encrypt)     one block of EDE with ks[0..2]
 *     NAME(operation)               the kernel's symbol of an operation, e.g. og_des_c_sp_##operation
 * where data is uint32_t[2], bytes 0..3 and 4..7 of the block read little-endian.
 *
 * FIPS 81; SP 800-38A sections 6.1 and 6.2. out may equal in, because a block is read before it is written.
 */
#include "catalogue.h"
#include "core/bytes.h"
#include "core/wipe.h"

#define DES_ECB(name, BLOCK)                                                                        \
    void name(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks, int encrypt) { \
        for (; nblocks > 0; nblocks--, in += 8, out += 8) {                                         \
            uint32_t data[2] = {og_load32le(in), og_load32le(in + 4)};                              \
            BLOCK(data, ks, encrypt);                                                               \
            og_store32le(out, data[0]);                                                             \
            og_store32le(out + 4, data[1]);                                                         \
        }                                                                                           \
    }

#define DES_CBC_ENC(name, BLOCK)                                                                      \
    void name(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks, uint8_t iv[8]) { \
        uint32_t data[2] = {og_load32le(iv), og_load32le(iv + 4)};                                    \
        for (; nblocks > 0; nblocks--, in += 8, out += 8) {                                           \
            data[0] ^= og_load32le(in);                                                               \
            data[1] ^= og_load32le(in + 4);                                                           \
            BLOCK(data, ks, 1);                                                                       \
            og_store32le(out, data[0]);                                                               \
            og_store32le(out + 4, data[1]);                                                           \
        }                                                                                             \
        og_store32le(iv, data[0]);                                                                    \
        og_store32le(iv + 4, data[1]);                                                                \
    }

#define DES_CBC_DEC(name, BLOCK)                                                                      \
    void name(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks, uint8_t iv[8]) { \
        uint32_t chain[2] = {og_load32le(iv), og_load32le(iv + 4)};                                   \
        for (; nblocks > 0; nblocks--, in += 8, out += 8) {                                           \
            const uint32_t next[2] = {og_load32le(in), og_load32le(in + 4)};                          \
            uint32_t data[2] = {next[0], next[1]};                                                    \
            BLOCK(data, ks, 0);                                                                       \
            og_store32le(out, data[0] ^ chain[0]);                                                    \
            og_store32le(out + 4, data[1] ^ chain[1]);                                                \
            chain[0] = next[0];                                                                       \
            chain[1] = next[1];                                                                       \
        }                                                                                             \
        og_store32le(iv, chain[0]);                                                                   \
        og_store32le(iv + 4, chain[1]);                                                               \
    }

DES_ECB(NAME(ecb), BLOCK1)
DES_CBC_ENC(NAME(cbc_enc), BLOCK1)
DES_CBC_DEC(NAME(cbc_dec), BLOCK1)

/* Between the passes of Triple DES the compiler may spill a block that only one key protects. So the work is
 * done in functions that are not inlined, and the stack below is cleared afterwards. */
__attribute__((noinline)) static DES_ECB(run_des3_ecb, BLOCK3)
    __attribute__((noinline)) static DES_CBC_ENC(run_des3_cbc_enc, BLOCK3)
        __attribute__((noinline)) static DES_CBC_DEC(run_des3_cbc_dec, BLOCK3)

            void NAME(des3_ecb)(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,
                                int encrypt) {
    run_des3_ecb(out, in, nblocks, ks, encrypt);
    og_burn_stack();
}

void NAME(des3_cbc_enc)(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,
                        uint8_t iv[8]) {
    run_des3_cbc_enc(out, in, nblocks, ks, iv);
    og_burn_stack();
}

void NAME(des3_cbc_dec)(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,
                        uint8_t iv[8]) {
    run_des3_cbc_dec(out, in, nblocks, ks, iv);
    og_burn_stack();
}
