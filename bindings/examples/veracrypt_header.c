// SPDX-License-Identifier: MIT
// Decrypts the header of a VeraCrypt or TrueCrypt volume whose key is derived with Whirlpool, and prints its
// fields. PBKDF2-HMAC-Whirlpool derives the header key. The cipher is AES-XTS, from OpenSSL.
//
//     cc -O2 veracrypt_header.c -loldguard -lcrypto -lz -o veracrypt_header
//     veracrypt_header [--truecrypt] VOLUME < PASSWORD
//
// The password is the first line of standard input. Exit status: 0 if the header was decrypted, 1 if the
// password, hash or cipher is wrong or the file cannot be read, 2 for wrong usage.
//
// Format: VeraCrypt User's Guide, "VeraCrypt Volume Format Specification" and "Header Key
// Derivation, Salt, and Iteration Count". Numbers are big-endian.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <oldguard/kdf.h>
#include <oldguard/status.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <zlib.h>

enum {
    SALT_SIZE = 64,
    BODY_SIZE = 448,     // encrypted, after the salt
    DERIVED_SIZE = 192,  // keys for up to three ciphers; AES alone takes the first 64 bytes
    AES_XTS_KEY_SIZE = 64,
};

// A volume format: its name, its magic bytes, and its iterations of PBKDF2.
typedef struct kind {
    const char *name, *magic;
    uint64_t iterations;
} kind;

static const kind veracrypt = {"VeraCrypt", "VERA", 500000};
static const kind truecrypt = {"TrueCrypt", "TRUE", 1000};

// Returns a big-endian number of size bytes.
static uint64_t number(const uint8_t *at, int size) {
    uint64_t value = 0;
    for (int i = 0; i < size; i++) {
        value = value << 8 | at[i];
    }
    return value;
}

// Decrypts body in place with AES-256-XTS as data unit 0. Returns 0 on success.
static int decrypt(uint8_t body[BODY_SIZE], const uint8_t key[AES_XTS_KEY_SIZE]) {
    static const uint8_t unit[16];
    int size = 0, done = 0;
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    if (ctx != NULL) {
        done = EVP_DecryptInit_ex(ctx, EVP_aes_256_xts(), NULL, key, unit) &&
               EVP_DecryptUpdate(ctx, body, &size, body, BODY_SIZE) && size == BODY_SIZE;
    }
    EVP_CIPHER_CTX_free(ctx);
    return !done;
}

// Checks magic bytes and checksums. Offsets count from the body, those of the specification from the volume.
static int is_open(const uint8_t body[BODY_SIZE], const kind *k) {
    return memcmp(body, k->magic, 4) == 0 && number(body + 8, 4) == crc32(0, body + 192, 256) &&
           number(body + 188, 4) == crc32(0, body, 188);
}

// Prints the fields of a decrypted header.
static void print_fields(const uint8_t body[BODY_SIZE], const kind *k) {
    printf("%s header, Whirlpool, AES-XTS\n", k->name);
    printf("header version       %" PRIu64 "\n", number(body + 4, 2));
    printf("program version      %" PRIu64 ".%" PRIu64 " or later\n", number(body + 6, 1),
           number(body + 7, 1));
    printf("volume size          %" PRIu64 " bytes\n", number(body + 36, 8));
    printf("encrypted area       %" PRIu64 " bytes from %" PRIu64 " on\n", number(body + 52, 8),
           number(body + 44, 8));
    printf("sector size          %" PRIu64 " bytes\n", number(body + 64, 4));
}

// Decrypts a header and prints it. Returns NULL or an error message. Wipes the keys in every case.
static const char *open_header(const uint8_t header[SALT_SIZE + BODY_SIZE], const kind *k,
                               const char *password) {
    uint8_t derived[DERIVED_SIZE], body[BODY_SIZE];
    const char *wrong = NULL;
    memcpy(body, header + SALT_SIZE, sizeof body);
    const int status = og_pbkdf2(OG_HASH_WHIRLPOOL, password, strlen(password), header, SALT_SIZE,
                                 k->iterations, derived, sizeof derived);
    if (status != OG_OK) {
        wrong = og_strerror(status);
    } else if (decrypt(body, derived) != 0) {
        wrong = "AES-256-XTS is not available";
    } else if (!is_open(body, k)) {
        wrong = "wrong password, or not a volume of this kind, hash and cipher";
    } else {
        print_fields(body, k);
    }
    OPENSSL_cleanse(derived, sizeof derived);
    OPENSSL_cleanse(body, sizeof body);
    return wrong;
}

int main(int argc, char **argv) {
    const int old = argc > 1 && strcmp(argv[1], "--truecrypt") == 0;
    if (argc != 2 + old || argv[1 + old][0] == '-') {
        fprintf(stderr, "usage: veracrypt_header [--truecrypt] VOLUME < PASSWORD\n");
        return 2;
    }
    const char *name = argv[1 + old];
    uint8_t header[SALT_SIZE + BODY_SIZE];
    FILE *volume = fopen(name, "rb");
    const size_t got = volume != NULL ? fread(header, 1, sizeof header, volume) : 0;
    if (got != sizeof header) {
        fprintf(stderr, "%s: %s\n", name,
                volume == NULL || ferror(volume) ? strerror(errno) : "shorter than a header");
        return 1;
    }
    fclose(volume);

    char password[130];  // 128 bytes at most
    if (fgets(password, sizeof password, stdin) == NULL) {
        password[0] = '\0';
    }
    password[strcspn(password, "\n")] = '\0';
    const char *wrong = open_header(header, old ? &truecrypt : &veracrypt, password);
    OPENSSL_cleanse(password, sizeof password);
    if (wrong != NULL) {
        fprintf(stderr, "%s: %s\n", name, wrong);
        return 1;
    }
    return 0;
}
