/* SPDX-License-Identifier: MIT */
/*
 * DES (FIPS 46-3), Triple DES (SP 800-67), DESX (J. Kilian, P. Rogaway, "How to protect DES against
 * exhaustive key search", 2001) and their modes of operation (SP 800-38A section 6; FIPS 81).
 *
 * Use them only for existing data. Exhaustive search breaks single DES, and NIST has withdrawn Triple DES.
 *
 * Constant time: by default, short messages and all serial modes (CBC and CFB encryption, OFB, and CFB1 and
 * CFB8 decryption) look tables up at addresses that depend on key and data. Under OG_POLICY_CONSTANT_TIME
 * (kernels.h) bit-sliced kernels serve ECB, CTR, CFB1, CFB8, and CBC and CFB64 decryption at every size.
 * CBC and CFB64 encryption and OFB then return OG_ERR_NO_KERNEL; use des_many.h for these.
 *
 * Sizes are in bytes unless they say otherwise. All functions return OG_OK or a negative og_status unless
 * they say otherwise. A NULL pointer gives OG_ERR_NULL unless the function allows it. OG_ERR_CONFIG and
 * OG_ERR_NO_KERNEL (kernels.h) are possible from each that expands a key or processes data. No function
 * allocates memory.
 *
 * Thread safety: many threads may read one key schedule. One thread at a time may use a context.
 */
#ifndef OLDGUARD_DES_H
#define OLDGUARD_DES_H

#include <stddef.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The sizes of a block and of one DES key in bytes. */
#define OG_DES_BLOCK_SIZE 8
#define OG_DES_KEY_SIZE 8

/*
 * The key schedule of one DES key: 16 round keys in the layout of libdes, which is also that of OpenSSL's
 * DES_key_schedule (128 bytes). A round key has a field of 6 bits for each S-box, the first bit lowest.
 * k[r][0] has the fields of S-boxes 1, 3, 5, 7 at bits 2, 10, 18, 26. k[r][1] has those of S-boxes 2, 4, 6, 8
 * at bits 6, 14, 22, 30; the last field continues at bit 0.
 */
typedef struct og_des_key {
    uint32_t k[16][2];
} og_des_key;

/* The checks of keys in og_des_key_set and og_des_init, combined with |. Parity is checked first. The time
 * of a check reveals the status that is returned, but not which key or byte was refused. Without checks it
 * reveals nothing. */
enum {
    OG_DES_CHECK_NONE = 0,
    OG_DES_CHECK_PARITY = 1, /* OG_ERR_PARITY unless every key byte has odd parity */
    OG_DES_CHECK_WEAK = 2    /* OG_ERR_WEAK_KEY for the 4 weak and 12 semi-weak keys (SP 800-67 section
                                3.3.2), and for K1 = K2 or K2 = K3 but for parity bits */
};

#ifndef OLDGUARD_NO_DES

/* Expands an 8-byte key into its key schedule (FIPS 46-3). OG_ERR_PARITY or OG_ERR_WEAK_KEY if a check
 * refuses the key, OG_ERR_ARGUMENT for an unknown check. An error leaves the schedule unwritten. */
OG_API int og_des_key_set(og_des_key *ks, const uint8_t key[OG_DES_KEY_SIZE], unsigned checks);

/* Returns 1 if every byte of a key has odd parity, otherwise 0. Returns 0 for NULL. */
OG_API int og_des_key_has_parity(const uint8_t key[OG_DES_KEY_SIZE]);

/* Sets the lowest bit of every byte of a key so that the byte has odd parity. OG_ERR_NULL is the only error.
 */
OG_API int og_des_key_fix_parity(uint8_t key[OG_DES_KEY_SIZE]);

/* Returns 1 for a weak or semi-weak key, otherwise 0. Parity bits do not count. Returns 0 for NULL. */
OG_API int og_des_key_is_weak(const uint8_t key[OG_DES_KEY_SIZE]);

/* Wipes a key schedule. Does nothing for NULL. */
OG_API void og_des_key_wipe(og_des_key *ks);

/* The ciphers and their keys. */
typedef enum og_des_cipher {
    OG_DES = 0,      /* one key of 8 bytes */
    OG_DES_EDE = 1,  /* two keys, 16 bytes: K3 = K1 */
    OG_DES_EDE3 = 2, /* three keys, 24 bytes */
    OG_DESX = 3      /* 24 bytes: a key of DES, an inner and an outer key. Encryption adds the inner key to
                        each block before DES and the outer key after it. The checks of keys apply to the key
                        of DES alone. og_des_many and the MACs do not take this cipher. */
} og_des_cipher;

/* The modes of operation. ECB and CBC take whole blocks, the others any number of bytes. */
typedef enum og_des_mode {
    OG_ECB = 0,   /* each block by itself; no IV */
    OG_CBC = 1,   /* each block depends on the ciphertext block before it */
    OG_CFB1 = 2,  /* 1 bit of feedback; the most significant bit of a byte is the first */
    OG_CFB8 = 3,  /* 8 bits of feedback */
    OG_CFB64 = 4, /* 64 bits of feedback */
    OG_OFB = 5,   /* 64 bits of feedback */
    OG_CTR = 6    /* the IV is a big-endian counter, incremented modulo 2^64 */
} og_des_mode;

/* The state of one message: a cipher, its keys and a mode. The fields are private; the size is part of the
 * ABI. A context may be copied as plain memory. Wipe each copy with og_des_wipe. */
typedef struct og_des_ctx {
    og_des_key ks[3];
    uint8_t inner[8], outer[8]; /* of DESX */
    uint8_t iv[8];              /* chaining block, shift register or counter */
    uint8_t stream[8];          /* key stream of the current block */
    uint8_t used;               /* bytes of stream used so far, 0 to 7; 0: stream is not valid */
    uint8_t cipher, mode, encrypt;
} og_des_ctx;

/* The directions: the argument `encrypt`. Any value but 0 encrypts. */
enum { OG_DECRYPT = 0, OG_ENCRYPT = 1 };

/* Returns the size of a cipher's key in bytes: 8, 16 or 24, or 0 for an unknown cipher. */
OG_API size_t og_des_key_size(og_des_cipher cipher);

/* Starts a message. encrypt is OG_ENCRYPT or OG_DECRYPT. key has key_size bytes, which must be
 * og_des_key_size(cipher). iv has iv_size bytes: 8, or 0 for ECB, where it may be NULL. Any other size gives
 * OG_ERR_LENGTH. checks is a combination of OG_DES_CHECK_*. OG_ERR_PARITY or OG_ERR_WEAK_KEY if a check
 * refuses the keys, OG_ERR_ARGUMENT for an unknown cipher, mode or check. An error wipes the context. */
OG_API int og_des_init(og_des_ctx *ctx, og_des_cipher cipher, og_des_mode mode, int encrypt,
                       const uint8_t *key, size_t key_size, const uint8_t *iv, size_t iv_size,
                       unsigned checks);

/* Encrypts or decrypts size bytes from in to out. out has size bytes; it is either equal to in or does not
 * overlap it. Both may be NULL if size is 0. The result does not depend on how a message is split into
 * updates. ECB and CBC take whole blocks of 8 bytes and return OG_ERR_LENGTH for other sizes. OG_ERR_TOO_LONG
 * if in or out exceeds the address space, and in CFB1 above SIZE_MAX / 8 bytes. An error leaves the context
 * and out unchanged. */
OG_API int og_des_update(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t size);

/* Encrypts or decrypts a bit string in CFB1. bits is the length in bits, most significant bit of a byte
 * first. in and out have (bits + 7) / 8 bytes and are equal or do not overlap. The other bits of the last
 * byte of out are kept. OG_ERR_ARGUMENT in any other mode. OG_ERR_TOO_LONG if in or out exceeds the address
 * space. An error leaves the context and out unchanged. */
OG_API int og_des_update_bits(og_des_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bits);

/* Starts another message under the same keys, in the same cipher and mode, without a new key schedule.
 * encrypt and iv are those of og_des_init: iv has 8 bytes, or iv_size is 0 for ECB. Any other size gives
 * OG_ERR_LENGTH. ctx must come from og_des_init and may be in the middle of a message. An error leaves the
 * context unchanged. */
OG_API int og_des_restart(og_des_ctx *ctx, int encrypt, const uint8_t *iv, size_t iv_size);

/*
 * Write the position in a message to iv and *used, and restore it in a context with the same keys, cipher,
 * mode and direction, which then continues the message. og_des_set_position with used = 0 sets the IV. Before
 * the first byte of a message the position is the IV and 0.
 *
 *              iv                                                            *used
 *     CBC      the last ciphertext block                                     0
 *     CFB1, 8  the shift register                                            0
 *     CFB64    the ciphertext of the unfinished block, then the rest of its  bytes of the unfinished block,
 *              key stream. The last ciphertext block if *used is 0.          0 to 7
 *     OFB      the last block of key stream                                  the same
 *     CTR      the counter of the next block                                 the same
 *
 * In CFB64 and OFB both values are those of OpenSSL ("updated-iv" and "num"). Unused key stream is as secret
 * as the data that it will encrypt. The context must come from og_des_init. OG_ERR_ARGUMENT for ECB, for
 * used > 7, and for used > 0 in CBC, CFB1 and CFB8. An error changes nothing.
 */
OG_API int og_des_get_position(const og_des_ctx *ctx, uint8_t iv[8], unsigned *used);
OG_API int og_des_set_position(og_des_ctx *ctx, const uint8_t iv[8], unsigned used);

/* Wipes a context. Does nothing for NULL. */
OG_API void og_des_wipe(og_des_ctx *ctx);

/* Encrypts or decrypts a message in one call: og_des_init, og_des_update and og_des_wipe with the same
 * arguments and errors. in and out have size bytes. An error leaves out unwritten. */
OG_API int og_des_crypt(og_des_cipher cipher, og_des_mode mode, int encrypt, const uint8_t *key,
                        size_t key_size, const uint8_t *iv, size_t iv_size, unsigned checks, uint8_t *out,
                        const uint8_t *in, size_t size);

#endif /* OLDGUARD_NO_DES */

#ifdef __cplusplus
}
#endif
#endif
