/* SPDX-License-Identifier: MIT */
/* The traditional crypt(3): converts salt, key and hash between text and bits, around the kernels of
 * des.crypt25 and des.crypt_lanes. */
#include <oldguard/crypt.h>
#include <oldguard/des.h>

#include <string.h>

#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/many_job.h"
#include "core/ranges.h"
#include "core/wipe.h"
#include "des/des_lanes.h"

/* A word of eight equal bytes. */
#define OF_BYTES(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Returns the value of a character of ./0-9A-Za-z, or -1. Selects, because branches on the salts of many
 * passwords are mispredicted. */
static int digit_value(char c) {
    const unsigned dot = (unsigned char)c - (unsigned)'.';
    const unsigned upper = (unsigned char)c - (unsigned)'A';
    const unsigned lower = (unsigned char)c - (unsigned)'a';
    int value = dot < 12 ? (int)dot : -1;
    value = upper < 26 ? (int)upper + 12 : value;
    return lower < 26 ? (int)lower + 38 : value;
}

/* Returns 1 for a character that libxcrypt refuses anywhere in a setting: all but printable ASCII, and space
 * and ! * : ; \, which have a meaning in password files. Computes the sign of differences, because a compiler
 * may turn comparisons into branches. */
static uint32_t is_forbidden(char character) {
    const uint32_t c = (unsigned char)character;
    const uint32_t outside = (c - ('!' + 1)) | ('~' - c);
    const uint32_t equal = ((c ^ '*') - 1) | ((c ^ ':') - 1) | ((c ^ ';') - 1) | ((c ^ '\\') - 1);
    return (outside | equal) >> 31;
}

/* Returns 1 for a setting that begins with a salt and has no refused character. A hash may follow the salt
 * and may be a secret, so the function branches on the verdict on all its characters and not on single ones.
 */
static int is_setting(const char *setting) {
    if (digit_value(setting[0]) < 0 || digit_value(setting[1]) < 0) {
        return 0;
    }
    uint32_t refused = 0;
    for (unsigned i = 2; setting[i] != '\0'; i++) {
        if (i == OG_CRYPT_DES_SIZE - 1) {
            return 0;
        }
        refused |= is_forbidden(setting[i]);
    }
    return !refused;
}

/* Returns the twelve bits of the salt of a setting that is_setting accepts. */
static uint32_t salt_of(const char *setting) {
    return (uint32_t)(digit_value(setting[0]) | digit_value(setting[1]) << 6);
}

/* Returns the number of bytes of a text up to its NUL, or `most` if none of these is a NUL. */
static size_t bytes_read(const char *text, size_t most) {
    const char *nul = memchr(text, '\0', most);
    return nul != NULL ? (size_t)(nul - text) + 1 : most;
}

/* Writes seven bits of each of eight characters into the bits of a key above the parity bits. No byte after
 * the NUL may be read, so addresses and branches depend on the position of the NUL, and on nothing else of
 * the password. */
static void read_key(uint8_t key[8], const char *password) {
    const size_t size = bytes_read(password, 8);
    const uint8_t *bytes = (const uint8_t *)password;
    uint64_t characters = 0;
    if (size >= 4) { /* two words that may overlap */
        characters = og_load32le(bytes) | (uint64_t)og_load32le(bytes + size - 4) << 8 * (size - 4);
    } else {
        for (size_t i = 0; i < size; i++) {
            characters |= (uint64_t)bytes[i] << 8 * i;
        }
    }
    og_store64le(key, (characters & OF_BYTES(0x7f)) << 1);
}

/* Returns the characters of the eight values of six bits in the lowest 48 bits, the highest value in the
 * highest byte. Not a table look-up, because the hash may be a secret. */
static uint64_t digits(uint64_t values) {
    values = (values & UINT64_C(0xffffff000000)) << 8 | (values & 0xffffff);
    values = (values & UINT64_C(0x00fff00000fff000)) << 4 | (values & UINT64_C(0x00000fff00000fff));
    values = (values & UINT64_C(0x0fc00fc00fc00fc0)) << 2 | (values & UINT64_C(0x003f003f003f003f));
    const uint64_t letter = (values + OF_BYTES(0x80 - 12)) >> 7 & OF_BYTES(1); /* 1 in each byte from 12 on */
    const uint64_t small = (values + OF_BYTES(0x80 - 38)) >> 7 & OF_BYTES(1);
    return values + OF_BYTES('.') + 7 * letter + 6 * small;
}

/* Writes salt, digits of the block and a NUL. */
static void write_hash(char out[OG_CRYPT_DES_SIZE], const char *setting, uint64_t block) {
    const char first = setting[0], second = setting[1]; /* out may overlap setting */
    out[0] = first;
    out[1] = second;
    og_store64be((uint8_t *)out + 2, digits(block >> 16));
    const uint64_t last = digits(block << 48 >> 16); /* 16 bits, then zeros */
    for (unsigned i = 0; i < 3; i++) {
        out[10 + i] = (char)(last >> (56 - 8 * i));
    }
    out[OG_CRYPT_DES_SIZE - 1] = '\0';
}

/* Hashes one password with a kernel of des.crypt25. */
static int hash_alone(og_des_crypt25_fn *crypt25, const char *password, const char *setting,
                      char out[OG_CRYPT_DES_SIZE]) {
    uint8_t bytes[8];
    og_des_key ks;
    read_key(bytes, password);
    const int status = og_des_key_set(&ks, bytes, OG_DES_CHECK_NONE);
    if (status == OG_OK) {
        crypt25(bytes, &ks, salt_of(setting));
        write_hash(out, setting, og_load64be(bytes));
    }
    og_wipe(bytes, sizeof bytes);
    og_des_key_wipe(&ks);
    return status;
}

/* Lanes of the widest kernel that is used. */
#define LANES 512

typedef struct lanes {
    uint8_t blocks[8 * LANES], keys[8 * LANES];
    uint64_t salts[LANES];
} lanes;

/* Hashes n passwords, at most one for each lane of the kernel. */
static void hash_lanes(const og_kernel *kernel, lanes *l, const char *const *passwords,
                       const char *const *settings, size_t n, char (*out)[OG_CRYPT_DES_SIZE]) {
    memset(l, 0, sizeof *l);
    for (size_t i = 0; i < n; i++) {
        read_key(l->keys + 8 * i, passwords[i]);
        l->salts[i] = salt_of(settings[i]);
    }
    ((og_des_crypt_lanes_fn *)kernel->fn)(l->blocks, l->keys, l->salts, 25);
    for (size_t i = 0; i < n; i++) {
        write_hash(out[i], settings[i], og_load64be(l->blocks + 8 * i));
    }
}

/* Returns 1 if a text, of which at most `most` bytes are read, overlaps the hashes. Looks for its NUL only if
 * it is that near to them. */
static int overlaps(const char *text, size_t most, const void *hashes, size_t size) {
    return og_overlap(text, most, hashes, size) && og_overlap(text, bytes_read(text, most), hashes, size);
}

/* Hashes n passwords. The arguments have been checked. */
static int hash_many(const char *const *passwords, const char *const *settings, size_t n,
                     char (*out)[OG_CRYPT_DES_SIZE]) {
    const og_fn alone = og_dispatch(OG_OP_DES_CRYPT25, 8);
    const og_kernel *kernel;
    lanes l;
    size_t done = 0;
    while (done < n &&
           (kernel = og_des_lanes_kernel(OG_OP_DES_CRYPT_LANES, n - done, LANES, alone)) != NULL) {
        const size_t count = n - done < kernel->lanes ? n - done : kernel->lanes;
        hash_lanes(kernel, &l, passwords + done, settings + done, count, out + done);
        done += count;
    }
    if (done > 0) {
        og_wipe(&l, sizeof l);
    }
    int status = done < n && alone == NULL ? og_dispatch_status() : OG_OK;
    for (; done < n && status == OG_OK; done++) {
        status = hash_alone((og_des_crypt25_fn *)alone, passwords[done], settings[done], out[done]);
    }
    return status;
}

int og_crypt_des_many(const char *const *passwords, const char *const *settings, size_t n,
                      char (*out)[OG_CRYPT_DES_SIZE], size_t *bad) {
    if (n > 0 && (passwords == NULL || settings == NULL || out == NULL)) {
        return og_many_status(OG_ERR_NULL, n, bad);
    }
    if (!og_fits(passwords, n, sizeof *passwords) || !og_fits(settings, n, sizeof *settings) ||
        !og_fits(out, n, sizeof *out)) {
        return og_many_status(OG_ERR_TOO_LONG, n, bad);
    }
    const size_t size = n * sizeof *out;
    if (og_overlap(passwords, n * sizeof *passwords, out, size) ||
        og_overlap(settings, n * sizeof *settings, out, size)) {
        return og_many_status(OG_ERR_ARGUMENT, n, bad);
    }
    for (size_t i = 0; i < n; i++) {
        if (passwords[i] == NULL || settings[i] == NULL) {
            return og_many_status(OG_ERR_NULL, i, bad);
        }
        if (!is_setting(settings[i])) {
            return og_many_status(OG_ERR_SALT, i, bad);
        }
        if (overlaps(passwords[i], 8, out, size) || overlaps(settings[i], OG_CRYPT_DES_SIZE, out, size)) {
            return og_many_status(OG_ERR_ARGUMENT, i, bad);
        }
    }
    og_many_status(OG_OK, n, bad);
    return hash_many(passwords, settings, n, out);
}

int og_crypt_des(const char *password, const char *setting, char out[OG_CRYPT_DES_SIZE]) {
    if (password == NULL || setting == NULL || out == NULL) {
        return OG_ERR_NULL;
    }
    if (!is_setting(setting)) {
        return OG_ERR_SALT;
    }
    og_des_crypt25_fn *crypt25 = (og_des_crypt25_fn *)og_dispatch(OG_OP_DES_CRYPT25, 8);
    return crypt25 != NULL ? hash_alone(crypt25, password, setting, out)
                           : hash_many(&password, &setting, 1, (char(*)[OG_CRYPT_DES_SIZE])out);
}
