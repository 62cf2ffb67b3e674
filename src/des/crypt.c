/* SPDX-License-Identifier: MIT */
/* The DES-based crypt(3) and its extended form of BSDi: converts salt, key and hash between text and bits,
 * around the kernels of des.crypt25, des.crypt_lanes, des.one_salt_lanes and des.bsdi_lanes. */
#include <oldguard/crypt.h>
#include <oldguard/des.h>

#include <string.h>
#ifdef __SSE2__
#include <tmmintrin.h>
#endif

#include "core/bytes.h"
#include "core/dispatch.h"
#include "core/many_job.h"
#include "core/ranges.h"
#include "core/wipe.h"
#include "des/des_lanes.h"

/* Characters of the 64 bits of a hash, and a NUL. */
#define DIGITS_SIZE 12

/* A word of eight equal bytes. */
#define OF_BYTES(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The values of the characters ./0-9A-Za-z, and -1 for all others. Salts are public, so their characters may
 * be looked up. */
#define VALUE(c)                                 \
    ((c) >= 'a' && (c) <= 'z'   ? (c) - 'a' + 38 \
     : (c) >= 'A' && (c) <= 'Z' ? (c) - 'A' + 12 \
     : (c) >= '.' && (c) <= '9' ? (c) - '.'      \
                                : -1)
#define FOUR_VALUES(c) VALUE(c), VALUE((c) + 1), VALUE((c) + 2), VALUE((c) + 3)
#define VALUES_16(c) FOUR_VALUES(c), FOUR_VALUES((c) + 4), FOUR_VALUES((c) + 8), FOUR_VALUES((c) + 12)
#define VALUES_64(c) VALUES_16(c), VALUES_16((c) + 16), VALUES_16((c) + 32), VALUES_16((c) + 48)
static const int8_t values[256] = {VALUES_64(0), VALUES_64(64), VALUES_64(128), VALUES_64(192)};

static int value_of(char c) { return values[(unsigned char)c]; }

/* Returns the bits 7 of those of eight characters that libxcrypt refuses anywhere in a setting: all but
 * printable ASCII, and space and ! * : ; \, which have a meaning in password files. Adds to each byte so that
 * bit 7 is the result of a comparison, because a compiler may turn comparisons into branches. */
static uint64_t refused(uint64_t characters) {
    const uint64_t c = characters & OF_BYTES(0x7f);
    const uint64_t printable = c + OF_BYTES(0x80 - ('!' + 1)); /* bit 7 of a byte: the character is above ! */
    const uint64_t delete = c + OF_BYTES(0x80 - 0x7f);
    const uint64_t other = ((c ^ OF_BYTES('*')) + OF_BYTES(0x7f)) & ((c ^ OF_BYTES('\\')) + OF_BYTES(0x7f)) &
                           (((c | OF_BYTES(1)) ^ OF_BYTES(';')) + OF_BYTES(0x7f)); /* ; is : with bit 0 */
    return (characters | delete | ~(printable & other)) & OF_BYTES(0x80);
}

/* Characters of the salt of a setting, and of the mark, count and salt of an extended one. */
#define SALT_SIZE (OG_CRYPT_DES_SIZE - DIGITS_SIZE)
#define BSDI_SALT_SIZE (OG_CRYPT_BSDI_SIZE - DIGITS_SIZE)

/* Returns 1 if a hash, the rest of a setting, has no refused character. A hash may be a secret, so the
 * function branches on the verdict on all its characters and not on single ones. Not inlined where a salt is
 * checked. */
__attribute__((noinline)) static int is_hash(const char *hash) {
    const char *nul = memchr(hash, '\0', DIGITS_SIZE);
    if (nul == NULL) {
        return 0;
    }
    const uint8_t *bytes = (const uint8_t *)hash;
    const size_t size = (size_t)(nul - hash);
    uint64_t any = 0;
    if (size >= 8) { /* two words that may overlap */
        any = refused(og_load64le(bytes)) | refused(og_load64le(bytes + size - 8));
    } else {
        uint64_t word = OF_BYTES('.'); /* not refused */
        for (size_t i = 0; i < size; i++) {
            word = word << 8 | bytes[i];
        }
        any = refused(word);
    }
    return any == 0;
}

/* Returns 1 for a setting that begins with a salt and has no refused character. */
static inline int is_setting(const char *setting) {
    return value_of(setting[0]) >= 0 && value_of(setting[1]) >= 0 &&
           (setting[SALT_SIZE] == '\0' || is_hash(setting + SALT_SIZE));
}

/* Returns the number of four digits, the lowest first, or -1 if there are fewer. */
static int32_t four_digits(const char *text) {
    int32_t number = 0;
    for (int i = 0; i < 4; i++) {
        const int value = value_of(text[i]);
        if (value < 0) {
            return -1;
        }
        number |= (int32_t)value << 6 * i;
    }
    return number;
}

uint32_t og_crypt_bsdi_count(const char *setting) {
    if (setting == NULL || setting[0] != '_') {
        return 0;
    }
    const int32_t count = four_digits(setting + 1);
    if (count < 0 || four_digits(setting + 5) < 0 || !is_hash(setting + BSDI_SALT_SIZE)) {
        return 0;
    }
    return count > 0 ? (uint32_t)count : 1;
}

/* Returns 1 for a setting of the extended form. */
static int is_bsdi_setting(const char *setting) { return og_crypt_bsdi_count(setting) > 0; }

/* Returns the twelve bits of the salt of a setting that is_setting accepts. */
static uint32_t salt_of(const char *setting) {
    return (uint32_t)(value_of(setting[0]) | value_of(setting[1]) << 6);
}

/* Returns the number of characters of a text before its NUL, or `most` if none of these is a NUL. Without a
 * branch, because branches on the lengths of many passwords are mispredicted: NULL gives a number above
 * `most`. */
static inline size_t length_of(const char *text, size_t most) {
    const size_t length = (uintptr_t)memchr(text, '\0', most) - (uintptr_t)text;
    return length < most ? length : most;
}

/* Returns the number of bytes of a text up to its NUL, or `most` if none of these is a NUL. */
static inline size_t bytes_read(const char *text, size_t most) {
    const size_t length = length_of(text, most);
    return length + (length < most);
}

/* Writes seven bits of each of eight characters into the bits of a key above the parity bits. No byte after
 * the NUL is read: two words of four characters may overlap. Returns the address of the next character, or of
 * the NUL, which depends on nothing else of the password. */
static inline const char *read_key(uint8_t key[8], const char *password) {
    const uint8_t *bytes = (const uint8_t *)password;
    const size_t length = length_of(password, 8), read = length + (length < 8); /* with the NUL */
    uint64_t word;
    if (read >= 4) {
        word = og_load32le(bytes) | (uint64_t)og_load32le(bytes + read - 4) << 8 * (read - 4);
    } else { /* at most two characters and the NUL */
        word = bytes[0] | (uint64_t)bytes[read / 2] << 8 * (read / 2);
    }
    og_store64le(key, (word & OF_BYTES(0x7f)) << 1);
    return password + length;
}

/* Returns the characters of the eight values of six bits in the lowest 48 bits, the highest value in the
 * highest byte. Not a table look-up, because the hash may be a secret. */
static uint64_t digits(uint64_t v) {
    v = (v & UINT64_C(0xffffff000000)) << 8 | (v & 0xffffff);
    v = (v & UINT64_C(0x00fff00000fff000)) << 4 | (v & UINT64_C(0x00000fff00000fff));
    v = (v & UINT64_C(0x0fc00fc00fc00fc0)) << 2 | (v & UINT64_C(0x003f003f003f003f));
    const uint64_t letter = (v + OF_BYTES(0x80 - 12)) >> 7 & OF_BYTES(1); /* 1 in each byte from 12 on */
    const uint64_t small = (v + OF_BYTES(0x80 - 38)) >> 7 & OF_BYTES(1);
    return v + OF_BYTES('.') + 7 * letter + 6 * small;
}

/* Writes the digits of a block and a NUL. */
typedef void write_digits_fn(char out[12], const uint8_t block[8]);

static inline void write_digits(char out[12], const uint8_t block[8]) {
    const uint64_t bits = og_load64be(block);
    og_store64be((uint8_t *)out, digits(bits >> 16));
    const uint64_t last = digits(bits << 48 >> 16); /* 16 bits, then zeros */
    for (unsigned i = 0; i < 3; i++) {
        out[8 + i] = (char)(last >> (56 - 8 * i));
    }
    out[11] = '\0';
}

#ifdef __SSE2__
/* The same in a vector register. Three bytes are four digits. The products move the bits of these to the
 * places of the lowest six bits of four bytes (W. Mula and D. Lemire, "Faster Base64 Encoding and Decoding
 * Using AVX2 Instructions", 2018). */
__attribute__((target("ssse3"))) static inline void write_digits_ssse3(char out[12], const uint8_t block[8]) {
    __m128i v = _mm_loadl_epi64((const __m128i *)(const void *)block);
    v = _mm_shuffle_epi8(v, _mm_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, -1, 7, -1, -1, -1, -1));
    const __m128i odd =
        _mm_mulhi_epu16(_mm_and_si128(v, _mm_set1_epi32(0x0fc0fc00)), _mm_set1_epi32(0x04000040));
    const __m128i even =
        _mm_mullo_epi16(_mm_and_si128(v, _mm_set1_epi32(0x003f03f0)), _mm_set1_epi32(0x01000010));
    v = _mm_or_si128(odd, even);
    const __m128i letter = _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8(11)), _mm_set1_epi8(7));
    const __m128i small = _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8(37)), _mm_set1_epi8(6));
    const __m128i dots = _mm_setr_epi8('.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', 0, 0, 0, 0, 0);
    v = _mm_add_epi8(_mm_add_epi8(v, dots), _mm_add_epi8(letter, small));
    _mm_storel_epi64((__m128i *)(void *)out, v);
    og_store32le((uint8_t *)out + 8, (uint32_t)_mm_cvtsi128_si32(_mm_srli_si128(v, 8)));
}
#endif

/* Writes salt and digits of a block. */
__attribute__((always_inline)) static inline void write_hash(write_digits_fn *digits_of,
                                                             char out[OG_CRYPT_DES_SIZE], const char *setting,
                                                             const uint8_t block[8]) {
    memmove(out, setting, SALT_SIZE); /* out may overlap setting */
    digits_of(out + SALT_SIZE, block);
}

/* Hashes one password with a kernel of des.crypt25. */
OG_BELOW int hash_alone(og_des_crypt25_fn *crypt25, const char *password, const char *setting,
                        char out[OG_CRYPT_DES_SIZE]) {
    uint8_t bytes[8];
    og_des_key ks;
    read_key(bytes, password);
    const int status = og_des_key_set(&ks, bytes, OG_DES_CHECK_NONE);
    if (status == OG_OK) {
        crypt25(bytes, &ks, salt_of(setting));
        write_hash(write_digits, out, setting, bytes);
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

typedef void write_hashes_fn(char (*out)[OG_CRYPT_DES_SIZE], const char *const *settings,
                             const uint8_t *blocks, size_t n);

static void write_hashes(char (*out)[OG_CRYPT_DES_SIZE], const char *const *settings, const uint8_t *blocks,
                         size_t n) {
    for (size_t i = 0; i < n; i++) {
        write_hash(write_digits, out[i], settings[i], blocks + 8 * i);
    }
}

#ifdef __SSE2__
__attribute__((target("ssse3"))) static void write_hashes_ssse3(char (*out)[OG_CRYPT_DES_SIZE],
                                                                const char *const *settings,
                                                                const uint8_t *blocks, size_t n) {
    for (size_t i = 0; i < n; i++) {
        write_hash(write_digits_ssse3, out[i], settings[i], blocks + 8 * i);
    }
}
#endif

static write_hashes_fn *choose_write_hashes(void) {
#ifdef __SSE2__
    if (og_cpu_has("ssse3") == 1) {
        return write_hashes_ssse3;
    }
#endif
    return write_hashes;
}

/* Hashes n passwords, at most one for each lane of the kernel. A kernel for one salt takes its place where
 * all salts are equal, if it has lanes enough. It is chosen before any password is read, so that dispatch
 * saves nothing secret on the stack. */
OG_BELOW void hash_lanes(const og_kernel *kernel, lanes *l, const char *const *passwords,
                         const char *const *settings, size_t n, char (*out)[OG_CRYPT_DES_SIZE]) {
    uint64_t differ = 0;
    for (size_t i = 0; i < n; i++) {
        l->salts[i] = salt_of(settings[i]);
        differ |= l->salts[i] ^ l->salts[0];
    }
    const og_kernel *one_salt =
        differ == 0 ? og_des_lanes_kernel(OG_OP_DES_ONE_SALT_LANES, n, LANES, NULL) : NULL;
    const int same = one_salt != NULL && one_salt->lanes >= n;
    kernel = same ? one_salt : kernel;
    const size_t idle = kernel->lanes - n;
    memset(l->blocks, 0, 8 * kernel->lanes);
    memset(l->keys + 8 * n, 0, 8 * idle);
    for (size_t i = 0; i < n; i++) {
        read_key(l->keys + 8 * i, passwords[i]);
    }
    if (same) {
        ((og_des_one_salt_lanes_fn *)kernel->fn)(l->blocks, l->keys, (uint32_t)l->salts[0], 25);
    } else {
        memset(l->salts + n, 0, sizeof *l->salts * idle);
        ((og_des_crypt_lanes_fn *)kernel->fn)(l->blocks, l->keys, l->salts, 25);
    }
    choose_write_hashes()(out, settings, l->blocks, n);
}

/* Returns 1 if a text, of which at most `most` bytes are read, overlaps the hashes. Looks for its NUL only if
 * it is that near to them. */
static inline int overlaps(const char *text, size_t most, const void *hashes, size_t size) {
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
    og_burn_stack();
    return status;
}

/* The bytes of a password in the extended form, with its NUL. libxcrypt refuses longer ones as well. */
#define BSDI_PASSWORD_SIZE 512

/* Checks the arguments of a call for n passwords. Inlined, so that no setting costs a call. hash_size: bytes
 * of a hash. most: bytes of a password that are read: 8, or BSDI_PASSWORD_SIZE, among which must be its NUL.
 */
__attribute__((always_inline)) static inline int
check_many(const char *const *passwords, const char *const *settings, size_t n, const void *out,
           size_t hash_size, int (*accepts)(const char *setting), size_t most, size_t *bad) {
    if (n > 0 && (passwords == NULL || settings == NULL || out == NULL)) {
        return og_many_status(OG_ERR_NULL, n, bad);
    }
    if (!og_fits(passwords, n, sizeof *passwords) || !og_fits(settings, n, sizeof *settings) ||
        !og_fits(out, n, hash_size)) {
        return og_many_status(OG_ERR_TOO_LONG, n, bad);
    }
    const size_t size = n * hash_size;
    if (og_overlap(passwords, n * sizeof *passwords, out, size) ||
        og_overlap(settings, n * sizeof *settings, out, size)) {
        return og_many_status(OG_ERR_ARGUMENT, n, bad);
    }
    for (size_t i = 0; i < n; i++) {
        if (passwords[i] == NULL || settings[i] == NULL) {
            return og_many_status(OG_ERR_NULL, i, bad);
        }
        if (!accepts(settings[i])) {
            return og_many_status(OG_ERR_SALT, i, bad);
        }
        if (most == BSDI_PASSWORD_SIZE && memchr(passwords[i], '\0', most) == NULL) {
            return og_many_status(OG_ERR_TOO_LONG, i, bad);
        }
        if (overlaps(passwords[i], most, out, size) || overlaps(settings[i], hash_size, out, size)) {
            return og_many_status(OG_ERR_ARGUMENT, i, bad);
        }
    }
    return og_many_status(OG_OK, n, bad);
}

int og_crypt_des_many(const char *const *passwords, const char *const *settings, size_t n,
                      char (*out)[OG_CRYPT_DES_SIZE], size_t *bad) {
    const int status = check_many(passwords, settings, n, out, sizeof *out, is_setting, 8, bad);
    return status == OG_OK ? hash_many(passwords, settings, n, out) : status;
}

typedef struct bsdi {
    lanes l;
    const char *rest[LANES]; /* of the passwords */
    uint32_t left[LANES];    /* iterations */
} bsdi;

/* Makes a key of the first eight characters of each password, and while there are more encrypts the key under
 * itself and adds the next eight. */
static void fold(const og_kernel *kernel, bsdi *b, const char *const *passwords, size_t n) {
    lanes *l = &b->l;
    int more = 0;
    for (size_t i = 0; i < n; i++) {
        b->rest[i] = read_key(l->keys + 8 * i, passwords[i]);
        more |= *b->rest[i] != '\0';
    }
    while (more) {
        memcpy(l->blocks, l->keys, 8 * kernel->lanes);
        ((og_des_crypt_lanes_fn *)kernel->fn)(l->blocks, l->keys, l->salts, 1);
        more = 0;
        for (size_t i = 0; i < n; i++) {
            if (*b->rest[i] != '\0') {
                uint8_t next[8];
                b->rest[i] = read_key(next, b->rest[i]);
                og_store64le(l->keys + 8 * i, og_load64le(l->blocks + 8 * i) ^ og_load64le(next));
                more |= *b->rest[i] != '\0';
            }
        }
    }
}

/* Hashes n passwords in the extended form, at most one for each lane of the kernel. A lane whose iterations
 * are done goes on beside the others. */
OG_BELOW void hash_bsdi_lanes(const og_kernel *kernel, bsdi *b, const char *const *passwords,
                              const char *const *settings, size_t n, char (*out)[OG_CRYPT_BSDI_SIZE]) {
    lanes *l = &b->l;
    memset(l, 0, sizeof *l);
    fold(kernel, b, passwords, n);
    memset(l->blocks, 0, 8 * kernel->lanes);
    for (size_t i = 0; i < n; i++) {
        b->left[i] = og_crypt_bsdi_count(settings[i]);
        l->salts[i] = (uint64_t)four_digits(settings[i] + 5);
    }
    for (;;) {
        uint32_t least = 0;
        for (size_t i = 0; i < n; i++) {
            least = b->left[i] > 0 && (least == 0 || b->left[i] < least) ? b->left[i] : least;
        }
        if (least == 0) {
            return;
        }
        ((og_des_crypt_lanes_fn *)kernel->fn)(l->blocks, l->keys, l->salts, least);
        for (size_t i = 0; i < n; i++) {
            if (b->left[i] > 0 && (b->left[i] -= least) == 0) {
                memcpy(out[i], settings[i], BSDI_SALT_SIZE);
                write_digits(out[i] + BSDI_SALT_SIZE, l->blocks + 8 * i);
            }
        }
    }
}

int og_crypt_bsdi_many(const char *const *passwords, const char *const *settings, size_t n,
                       char (*out)[OG_CRYPT_BSDI_SIZE], size_t *bad) {
    int status =
        check_many(passwords, settings, n, out, sizeof *out, is_bsdi_setting, BSDI_PASSWORD_SIZE, bad);
    if (status != OG_OK || n == 0) {
        return status;
    }
    const og_kernel *kernel;
    bsdi b;
    size_t done = 0;
    while (done < n && (kernel = og_des_lanes_kernel(OG_OP_DES_BSDI_LANES, n - done, LANES, NULL)) != NULL) {
        const size_t count = n - done < kernel->lanes ? n - done : kernel->lanes;
        hash_bsdi_lanes(kernel, &b, passwords + done, settings + done, count, out + done);
        done += count;
    }
    status = done < n ? og_dispatch_status() : OG_OK;
    og_wipe(&b, sizeof b);
    og_burn_stack();
    return status;
}

int og_crypt_des(const char *password, const char *setting, char out[OG_CRYPT_DES_SIZE]) {
    if (password == NULL || setting == NULL || out == NULL) {
        return OG_ERR_NULL;
    }
    if (!is_setting(setting)) {
        return OG_ERR_SALT;
    }
    og_des_crypt25_fn *crypt25 = (og_des_crypt25_fn *)og_dispatch(OG_OP_DES_CRYPT25, 8);
    if (crypt25 == NULL) {
        return hash_many(&password, &setting, 1, (char(*)[OG_CRYPT_DES_SIZE])out);
    }
    const int status = hash_alone(crypt25, password, setting, out);
    og_burn_stack();
    return status;
}
