/* SPDX-License-Identifier: MIT */
/*
 * DES (FIPS 46-3), Triple DES (SP 800-67) and their modes (SP 800-38A; FIPS 81).
 *
 * For data that already lies under these ciphers. Single DES falls to exhaustive search and Triple
 * DES is withdrawn: do not choose them for anything new. Short messages, and the modes that have one
 * block at a time, look tables up at secret indices. The policy OG_POLICY_CONSTANT_TIME takes the
 * bit slice at any size; CBC and CFB64 encryption, OFB and MACs it leaves to des_many.h alone.
 *
 * Thread safety: a key schedule may be read by many threads; a context belongs to one thread at a
 * time. All functions return OG_OK or a negative og_status unless they say otherwise.
 */
#ifndef OLDGUARD_DES_H
#define OLDGUARD_DES_H

#include <stddef.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OG_DES_BLOCK_SIZE 8
#define OG_DES_KEY_SIZE 8

/*
 * The 16 round keys of one DES key, in the layout of libdes and its descendants (the 128 bytes that
 * OpenSSL calls DES_key_schedule). A round key's eight 6-bit fields, first bit lowest, lie eight bits
 * apart: in k[r][0] those of S-boxes 1, 3, 5, 7 from bit 2 up; in k[r][1] those of S-boxes 2, 4, 6, 8
 * from bit 6 up, the last one going round the word's end.
 */
typedef struct og_des_key {
    uint32_t k[16][2];
} og_des_key;

/* What og_des_key_set and og_des_init refuse; combine with |. A wrong parity is found first. The time
 * shows which status was returned, and nothing else of the key: not which of several keys or bytes
 * was refused. Without checks it shows nothing. */
enum {
    OG_DES_CHECK_NONE = 0,
    OG_DES_CHECK_PARITY = 1, /* OG_ERR_PARITY unless every key byte has odd parity */
    OG_DES_CHECK_WEAK = 2    /* OG_ERR_WEAK_KEY on the 4 weak and 12 semi-weak keys; in
                                og_des_init also when a triple collapses (K1 = K2 or K2 = K3) */
};

/* Expands an 8-byte key. Where a check fails the schedule is left unwritten. */
OG_API int og_des_key_set(og_des_key *ks, const uint8_t key[OG_DES_KEY_SIZE], unsigned checks);

/* 1 when every byte has odd parity, else 0. NULL counts as 0. */
OG_API int og_des_key_has_parity(const uint8_t key[OG_DES_KEY_SIZE]);

/* Sets the lowest bit of every byte to odd parity. */
OG_API int og_des_key_fix_parity(uint8_t key[OG_DES_KEY_SIZE]);

/* 1 for a weak or semi-weak key whatever its parity bits, else 0. NULL counts as 0. */
OG_API int og_des_key_is_weak(const uint8_t key[OG_DES_KEY_SIZE]);

/* Wipes a key schedule. NULL is allowed. */
OG_API void og_des_key_wipe(og_des_key *ks);

typedef enum og_des_cipher {
    OG_DES = 0,     /* one key of 8 bytes */
    OG_DES_EDE = 1, /* two keys, 16 bytes: K3 = K1 */
    OG_DES_EDE3 = 2 /* three keys, 24 bytes */
} og_des_cipher;

typedef enum og_des_mode {
    OG_ECB = 0,
    OG_CBC = 1,
    OG_CFB1 = 2,  /* feedback of 1 bit; the most significant bit of a byte comes first */
    OG_CFB8 = 3,  /* feedback of 8 bits */
    OG_CFB64 = 4, /* feedback of whole blocks */
    OG_OFB = 5,   /* full-block output feedback */
    OG_CTR = 6    /* the IV is a 64-bit big-endian counter that wraps */
} og_des_mode;

/* A cipher in a mode, ready to stream. Private fields; wipe it with og_des_wipe. */
typedef struct og_des_ctx {
    og_des_key ks[3];
    uint8_t iv[8];     /* chaining block, shift register or counter */
    uint8_t stream[8]; /* key stream of the block begun */
    uint8_t used;      /* bytes of stream already spent, 0..7 (0: none begun) */
    uint8_t cipher, mode, encrypt;
} og_des_ctx;

/* Bytes of key that a cipher takes (8, 16, 24); 0 for a value outside the enumeration. */
OG_API size_t og_des_key_size(og_des_cipher cipher);

/* Starts a stream. key_size must be og_des_key_size(cipher); iv_size is 8, or 0 for ECB, where iv
 * may be NULL. On error the context is wiped. */
OG_API int og_des_init(og_des_ctx *ctx, og_des_cipher cipher, og_des_mode mode, int encrypt,
                       const uint8_t *key, size_t key_size, const uint8_t *iv, size_t iv_size,
                       unsigned checks);

/* Processes size bytes into out, which has room for size bytes and is in itself or does not
 * overlap it. ECB and CBC take whole blocks (else OG_ERR_LENGTH, nothing done); the other modes take
 * any size, and any split gives the same bytes. */
OG_API int og_des_update(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t size);

/* CFB1 over a bit string: the first bits bits of in, most significant first, into the same bits of
 * out; the other bits of out's last byte are kept. OG_ERR_ARGUMENT in any other mode. */
OG_API int og_des_update_bits(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bits);

/* Wipes a context. NULL is allowed. */
OG_API void og_des_wipe(og_des_ctx *ctx);

/* init, update and wipe in one call. Nothing is written where a check refuses the key. */
OG_API int og_des_crypt(og_des_cipher cipher, og_des_mode mode, int encrypt, const uint8_t *key,
                        size_t key_size, const uint8_t *iv, size_t iv_size, unsigned checks, uint8_t *out,
                        const uint8_t *in, size_t size);

#ifdef __cplusplus
}
#endif
#endif
