/* SPDX-License-Identifier: MIT */
/*
 * Records of TLS 1.0 to 1.2, DTLS and SSL 3.0 with CBC (RFC 5246 section 6.2.3.2; RFC 6101 section 5.2.3.2).
 *
 * libssl passes the explicit IV, the data and the MAC, and expects the padding from the cipher. In decryption
 * it wants the data without padding and MAC, and the MAC separately. An attacker must not learn the length of
 * the padding, or whether it was right (S. Vaudenay, EUROCRYPT 2002; N. AlFardan, K. Paterson, "Lucky
 * Thirteen", 2013). So time and addresses depend on the size of the record and of the MAC alone. Wrong
 * padding counts as none, and gives a random MAC, which libssl's comparison refuses.
 */
#include "cipher.h"

#include <limits.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/prov_ssl.h>
#include <openssl/proverr.h>

#include "core/wipe.h"

#define BLOCK OG_DES_BLOCK_SIZE

/* The largest padding with its length byte. */
#define PADDING_MOST 256

/* Returns all ones if a < b, otherwise 0. Both are below 2^31. The empty assembly keeps the compiler from a
 * branch. */
static uint32_t less(uint32_t a, uint32_t b) {
    uint32_t mask = 0u - ((a - b) >> 31);
    __asm__("" : "+r"(mask));
    return mask;
}

/* Returns all ones if a = b, otherwise 0, with the same bounds. */
static uint32_t equal(uint32_t a, uint32_t b) { return ~(less(a, b) | less(b, a)); }

/* Appends the padding: each byte has the number of the others. SSL 3.0 leaves the others open, and
 * OpenSSL 3.0 writes zeros. Unknown versions are padded as TLS, as by OpenSSL, and fail in decryption. */
static size_t pad(unsigned version, uint8_t *record, size_t size) {
    const size_t padding = BLOCK - size % BLOCK;
    memset(record + size, version == SSL3_VERSION ? 0 : (int)padding - 1, padding);
    record[size + padding - 1] = (uint8_t)(padding - 1);
    return size + padding;
}

/* Returns all ones if the padding of a record is right, otherwise 0. The record has at least one byte more
 * than the MAC. */
static uint32_t padding_is_right(unsigned version, const uint8_t *record, uint32_t size, uint32_t mac_size) {
    const uint32_t length = record[size - 1];
    uint32_t right = ~less(size, length + 1 + mac_size);
    if (version == SSL3_VERSION) {
        return right & less(length, BLOCK);
    }
    const uint32_t most = size < PADDING_MOST ? size : PADDING_MOST;
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < most; i++) {
        wrong |= ~less(length, i) & (record[size - 1 - i] ^ length);
    }
    return right & equal(wrong, 0);
}

/* Copies the MAC that ends at the secret offset `end` of a record. The offset is among the last
 * PADDING_MOST + 1 of the record. All bytes among which the MAC can be are read into a ring of mac_size
 * bytes. Then the ring is turned by a secret number of bytes. */
static void copy_mac(uint8_t *mac, const uint8_t *record, uint32_t size, uint32_t end, uint32_t mac_size) {
    uint8_t ring[OGP_MAC_MOST] = {0};
    const uint32_t span = mac_size + PADDING_MOST;
    const uint32_t start = end - mac_size;
    uint32_t at = 0, turn = 0;
    for (uint32_t i = size > span ? size - span : 0; i < size; i++) {
        ring[at] |= (uint8_t)(record[i] & ~less(i, start) & less(i, end));
        turn |= at & equal(i, start);
        at = at + 1 == mac_size ? 0 : at + 1;
    }
    for (uint32_t i = 0; i < mac_size; i++) {
        uint32_t from = i + turn;
        from -= mac_size & ~less(from, mac_size);
        uint32_t byte = 0;
        for (uint32_t j = 0; j < mac_size; j++) {
            byte |= ring[j] & equal(j, from);
        }
        mac[i] = (uint8_t)byte;
    }
    og_wipe(ring, sizeof ring);
}

/* Writes the size of the data in a record, and its MAC to the context. Returns 0 if the record is too short,
 * or if it has no MAC and the padding is wrong: both are public. */
static int unpad(ogp_cipher_ctx *ctx, const uint8_t *record, size_t size, size_t *data_size) {
    const uint32_t mac_size = (uint32_t)ctx->tls_mac_size, whole = (uint32_t)size;
    if (whole < mac_size + 1) {
        return 0;
    }
    const uint32_t right = padding_is_right(ctx->tls_version, record, whole, mac_size);
    const uint32_t end = whole - (right & (record[size - 1] + 1u));
    *data_size = end - mac_size;
    if (mac_size == 0) { /* encrypt-then-MAC: the record was authentic */
        return right != 0;
    }
    copy_mac(ctx->tls_mac, record, whole, end, mac_size);
    for (uint32_t i = 0; i < mac_size; i++) {
        ctx->tls_mac[i] = (uint8_t)((ctx->tls_mac[i] & right) | (ctx->tls_random[i] & ~right));
    }
    return 1;
}

/* Returns the size of the explicit IV of a version, or -1 for an unknown version. */
static int explicit_iv(unsigned version) {
    switch (version) {
    case SSL3_VERSION:
    case TLS1_VERSION:
        return 0;
    case TLS1_1_VERSION:
    case TLS1_2_VERSION:
    case DTLS1_VERSION:
    case DTLS1_2_VERSION:
    case DTLS1_BAD_VER:
        return BLOCK;
    default:
        return -1;
    }
}

int ogp_tls_record(ogp_cipher_ctx *ctx, unsigned char *out, size_t *written, size_t room,
                   const unsigned char *in, size_t size) {
    int done = in != NULL && in == out && room >= size && ctx->padding && size <= INT_MAX - BLOCK;
    if (done && ctx->encrypt) {
        done = room >= size + BLOCK - size % BLOCK;
        size = done ? pad(ctx->tls_version, out, size) : 0;
        *written = size;
    }
    if (!done || size % BLOCK != 0) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_CIPHER_OPERATION_FAILED));
    }
    if (!ogp_cipher_run(ctx, out, out, size)) {
        return 0;
    }
    if (ctx->encrypt) {
        return 1;
    }
    const int iv = explicit_iv(ctx->tls_version);
    if (iv < 0 || size < (size_t)iv || !unpad(ctx, out + iv, size - (size_t)iv, written)) {
        return OGP_RAISE(ctx->provider, OGP_PROV(PROV_R_CIPHER_OPERATION_FAILED));
    }
    return 1;
}
