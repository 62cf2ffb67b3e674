/* SPDX-License-Identifier: MIT */
/* The traditional crypt(3): salt, key and hash as text, around a kernel of des.crypt25. */
#include <oldguard/crypt.h>
#include <oldguard/des.h>

#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/wipe.h"

/* Digits of six bits, the lowest first. */
static const char digits[64] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

static int digit_value(char c) {
    if (c >= '.' && c <= '9') {
        return c - '.';
    }
    if (c >= 'A' && c <= 'Z') {
        return c - 'A' + 12;
    }
    return c >= 'a' && c <= 'z' ? c - 'a' + 38 : -1;
}

/* What libxcrypt refuses anywhere in a setting, because password files give it a meaning. */
static int is_forbidden(char c) {
    return c <= ' ' || c > '~' || c == '!' || c == '*' || c == ':' || c == ';' || c == '\\';
}

/* The salt's twelve bits, or -1. */
static int read_salt(const char *setting) {
    const int low = digit_value(setting[0]);
    const int high = low < 0 ? -1 : digit_value(setting[1]);
    if (high < 0) {
        return -1;
    }
    for (unsigned i = 2; setting[i] != '\0'; i++) {
        if (i == OG_CRYPT_DES_SIZE - 1 || is_forbidden(setting[i])) {
            return -1;
        }
    }
    return high << 6 | low;
}

/* Seven bits of each character, where a key has them above its parity. */
static void read_key(uint8_t key[8], const char *password) {
    for (unsigned i = 0; i < 8; i++) {
        key[i] = (uint8_t)((unsigned char)*password << 1);
        password += *password != '\0';
    }
}

int og_crypt_des(const char *password, const char *setting, char out[OG_CRYPT_DES_SIZE]) {
    if (password == NULL || setting == NULL || out == NULL) {
        return OG_ERR_NULL;
    }
    const int salt = read_salt(setting);
    if (salt < 0) {
        return OG_ERR_SALT;
    }
    og_des_crypt25_fn *crypt25 = (og_des_crypt25_fn *)og_dispatch(OG_OP_DES_CRYPT25, 8);
    if (crypt25 == NULL) {
        return og_dispatch_status(OG_OP_DES_CRYPT25);
    }
    uint8_t bytes[8];
    og_des_key ks;
    read_key(bytes, password);
    int status = og_des_key_set(&ks, bytes, OG_DES_CHECK_NONE);
    if (status == OG_OK) {
        crypt25(bytes, &ks, (uint32_t)salt);
        uint64_t block = og_load64be(bytes);
        out[0] = setting[0];
        out[1] = setting[1];
        for (unsigned i = 2; i < OG_CRYPT_DES_SIZE - 1; i++, block <<= 6) {
            out[i] = digits[block >> 58];
        }
        out[OG_CRYPT_DES_SIZE - 1] = '\0';
    }
    og_wipe(bytes, sizeof bytes);
    og_des_key_wipe(&ks);
    return status;
}
