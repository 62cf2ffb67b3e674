/* SPDX-License-Identifier: MIT */
/* The operations: everything that a kernel may serve. tools/catalogue.py reads this list; the order
 * is that of every listing. */
#ifndef OG_CORE_OPS_H
#define OG_CORE_OPS_H

/* X(enumerator, name, function type from kernels.h) */
#define OG_OPS(X)                                                          \
    X(SHA1_BLOCKS, "sha1.blocks", og_sha1_blocks_fn)                       \
    X(SHA1_LANES, "sha1.lanes", og_sha1_lanes_fn)                          \
    X(SHA1DC_BLOCKS, "sha1dc.blocks", og_sha1dc_blocks_fn)                 \
    X(SHA1DC_LANES, "sha1dc.lanes", og_sha1dc_lanes_fn)                    \
    X(WHIRLPOOL_BLOCKS, "whirlpool.blocks", og_whirlpool_blocks_fn)        \
    X(WHIRLPOOL_LANES, "whirlpool.lanes", og_whirlpool_lanes_fn)           \
    X(PBKDF2_WHIRLPOOL, "pbkdf2.whirlpool_blocks", og_pbkdf2_whirlpool_fn) \
    X(DES_KEY, "des.key", og_des_key_fn)                                   \
    X(DES_ENCRYPT1, "des.encrypt1", og_des_block_fn)                       \
    X(DES_ENCRYPT2, "des.encrypt2", og_des_block_fn)                       \
    X(DES_ENCRYPT3, "des.encrypt3", og_des_block3_fn)                      \
    X(DES_DECRYPT3, "des.decrypt3", og_des_block3_fn)                      \
    X(DES_ECB, "des.ecb", og_des_ecb_fn)                                   \
    X(DES_CBC_ENC, "des.cbc_enc", og_des_cbc_fn)                           \
    X(DES_CBC_DEC, "des.cbc_dec", og_des_cbc_fn)                           \
    X(DES_CRYPT25, "des.crypt25", og_des_crypt25_fn)                       \
    X(DES_CRYPT_LANES, "des.crypt_lanes", og_des_crypt_lanes_fn)           \
    X(DES_LANES, "des.lanes", og_des_lanes_fn)                             \
    X(DES3_LANES, "des3.lanes", og_des_lanes_fn)                           \
    X(DES3_ECB, "des3.ecb", og_des_ecb_fn)                                 \
    X(DES3_CBC_ENC, "des3.cbc_enc", og_des_cbc_fn)                         \
    X(DES3_CBC_DEC, "des3.cbc_dec", og_des_cbc_fn)

typedef enum og_op {
#define OG_OP_ENUM(id, name, type) OG_OP_##id,
    OG_OPS(OG_OP_ENUM)
#undef OG_OP_ENUM
        OG_OP_COUNT
} og_op;

#endif
