/* SPDX-License-Identifier: MIT */
/* The texts that crypt(3) reads: no byte after their NUL, and no more than the limit. */
#include "ranges.h"
#include "dispatch.h"

#include "des/crypt.c"

/* The most bytes of a setting that are read. */
#define MOST_READ OG_CRYPT_DES_SIZE

/* A text of any length that ends with its object: with a NUL if it has one. */
static char memory[MOST_READ];
static size_t length; /* characters, `most` if none of these bytes is a NUL */

static const char *any_text(size_t most) {
    length = nondet_size();
    ASSUME(length <= most);
    const char *text = memory + MOST_READ - (length < most ? length + 1 : most);
    __CPROVER_havoc_object(memory);
    for (size_t i = 0; i < MOST_READ; i++) {
        ASSUME(i >= most || i > length || (text[i] == '\0') == (i == length));
    }
    return text;
}

void prove_read_key(void) {
    const char *password = any_text(8);
    const size_t k = nondet_size();
    uint8_t key[8];
    ASSUME(k < 8);
    CLAIM(read_key(key, password) == password + length, "the next character, or the NUL");
    CLAIM(key[k] == (uint8_t)(k < length ? (unsigned char)password[k] << 1 : 0),
          "seven bits of each character");
    if (length == 8) {
        REACHED("eight characters");
    } else {
        REACHED("the end of a password");
    }
}

/* What libxcrypt refuses in a setting. */
static int is_refused(char c) {
    return c <= ' ' || c > '~' || c == '!' || c == '*' || c == ':' || c == ';' || c == '\\';
}

static int is_digit(char c) {
    return (c >= '.' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

void prove_is_setting(void) {
    const char *setting = any_text(OG_CRYPT_DES_SIZE);
    int valid =
        length >= SALT_SIZE && length < OG_CRYPT_DES_SIZE && is_digit(setting[0]) && is_digit(setting[1]);
    for (size_t i = SALT_SIZE; i < OG_CRYPT_DES_SIZE; i++) {
        valid = valid && (i >= length || !is_refused(setting[i]));
    }
    CLAIM(is_setting(setting) == valid, "a salt, then nothing or a hash");
    if (valid) {
        CLAIM(salt_of(setting) < 4096, "twelve bits");
        REACHED("a setting");
    } else {
        REACHED("no setting");
    }
}

void prove_overlaps(void) {
    const size_t most = nondet_int() ? 8 : OG_CRYPT_DES_SIZE;
    const char *text = any_text(most);
    const size_t before = nondet_size(), size = nondet_size();
    ASSUME(before <= MOST_READ && size <= MOST_READ);
    const void *hashes = (const void *)((uintptr_t)text + MOST_READ - before);
    const size_t read = length < most ? length + 1 : most;
    CLAIM(overlaps(text, most, hashes, size) == share_a_byte(text, read, hashes, size),
          "what is read is overwritten");
    if (share_a_byte(text, read, hashes, size)) {
        REACHED("an overlap");
    } else if (share_a_byte(text, most, hashes, size)) {
        REACHED("hashes after the NUL");
    }
}
