// SPDX-License-Identifier: MIT
/* Implements the operations des.lanes and des3.lanes for one lane, CBC encryption under raw keys, with
 * another library's key schedule and block function. */
#include <stddef.h>
#include <stdint.h>

#if defined OPENSSL
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/des.h>
typedef DES_key_schedule schedule;
#define SET(s, key) DES_set_key_unchecked((const_DES_cblock *)(key), s)
#define ENCRYPT(s, block) DES_ecb_encrypt((const_DES_cblock *)(block), (DES_cblock *)(block), s, 1)
#elif defined BOTAN
/* An object of the class: its virtual table and its vector of round keys. */
typedef struct {
    void *functions;
    uint32_t *begin, *end, *limit, words[32];
} schedule;
void expand(uint32_t *, const uint8_t *) __asm__("_ZN5Botan12_GLOBAL__N_116des_key_scheduleEPjPKh");
void encrypt(const schedule *, const uint8_t *, uint8_t *, size_t) __asm__("_ZNK5Botan3DES9encrypt_nEPKhPhm");

static void set(schedule *s, const uint8_t *key) {
    s->begin = s->words;
    s->end = s->limit = s->words + 32;
    expand(s->words, key);
}
#define SET(s, key) set(s, key)
#define ENCRYPT(s, block) encrypt(s, block, block, 1)
#elif defined LIBGCRYPT
/* Three key schedules. The round keys of the second key are in reverse order, two words each. */
typedef struct {
    uint32_t words[96], second[32];
} schedule;
void expand(const uint8_t *, uint32_t *) __asm__("des_key_schedule");
void encrypt(const void *, uint8_t *, const uint8_t *) __asm__("_gcry_3des_amd64_crypt_block");

static void set(schedule *s, const uint8_t *keys) {
    expand(keys, s->words);
    expand(keys + 8, s->second);
    expand(keys + 16, s->words + 64);
    for (int i = 0; i < 32; i++) s->words[32 + i] = s->second[30 - (i & ~1) + (i & 1)];
}
#define SET(s, key) set(s, key)
#define ENCRYPT(s, block) encrypt((s)->words, block, block)
#elif defined LIBAV
#include <libavutil/des.h>
typedef struct AVDES schedule;
#define SET(s, key) av_des_init(s, key, 64, 0)
#define ENCRYPT(s, block) av_des_crypt(s, block, block, 1, NULL, 0)
#elif defined MBEDTLS
#include <mbedtls/des.h>
typedef mbedtls_des_context schedule;
#define SET(s, key) mbedtls_des_setkey_enc(s, key)
#define ENCRYPT(s, block) mbedtls_des_crypt_ecb(s, block, block)

/* Of another object, which calls memset through a variable. */
void mbedtls_platform_zeroize(void *buffer, size_t bytes) {
    for (volatile char *p = buffer; bytes; bytes--) *p++ = 0;
}
#elif defined TOMCRYPT
#include <tomcrypt.h>
typedef struct des_key schedule;
#define SET(s, key) des_setup(key, 8, 0, (symmetric_key *)(s))
#define ENCRYPT(s, block) des_ecb_encrypt(block, block, (symmetric_key *)(s))
#elif defined NETTLE
#include <nettle/des.h>
typedef struct des_ctx schedule;
#define SET(s, key) nettle_des_set_key(s, key)
#define ENCRYPT(s, block) nettle_des_encrypt(s, 8, block, block)
#elif defined WOLFSSL
#include <wolfssl/options.h>
#define WOLFSSL_DES_ECB
#include <wolfssl/wolfcrypt/des3.h>
typedef Des schedule;
#define SET(s, key) wc_Des_SetKey(s, key, key, DES_ENCRYPTION)
#define ENCRYPT(s, block) wc_Des_EcbEncrypt(s, block, block, 8)
#endif

void des_cbc(uint8_t *out, const uint8_t *in, size_t blocks, const uint8_t *keys, uint8_t *iv) {
    schedule s;
    SET(&s, keys);
    for (; blocks; blocks--, in += 8, out += 8) {
        for (int i = 0; i < 8; i++) iv[i] ^= in[i];
        ENCRYPT(&s, iv);
        for (int i = 0; i < 8; i++) out[i] = iv[i];
    }
}
