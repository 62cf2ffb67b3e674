// SPDX-License-Identifier: MIT
// Forces every kernel of some operations that can run here, and compares its answer with that of the C
// reference kernel. Needs the library and a C compiler alone, for systems that the other tests do not reach.
#include <oldguard/oldguard.h>

#include <stdio.h>
#include <string.h>

enum { SIZE = 64 * 97 + 8, ANSWER = 64 };

static uint8_t data[SIZE];

static int sha1(uint8_t answer[ANSWER]) { return og_sha1(data, SIZE, answer); }

static int sha1dc(uint8_t answer[ANSWER]) {
    og_sha1dc_verdict verdict;
    return og_sha1dc(data, SIZE, 0, answer, &verdict);
}

static int whirlpool(uint8_t answer[ANSWER]) { return og_whirlpool(data, SIZE, answer); }

// Ciphers all data in a mode, and hashes the result.
static int cipher(og_des_cipher cipher, og_des_mode mode, int encrypt, uint8_t answer[ANSWER]) {
    static uint8_t out[SIZE];
    const size_t iv_size = mode == OG_ECB ? 0 : 8;
    int status = og_des_crypt(cipher, mode, encrypt, data, og_des_key_size(cipher), data, iv_size,
                              OG_DES_CHECK_NONE, out, data, SIZE);
    return status == OG_OK ? og_sha1(out, SIZE, answer) : status;
}

static int ecb(uint8_t answer[ANSWER]) { return cipher(OG_DES, OG_ECB, 1, answer); }

static int cbc(uint8_t answer[ANSWER]) { return cipher(OG_DES, OG_CBC, 1, answer); }

static int ecb3(uint8_t answer[ANSWER]) { return cipher(OG_DES_EDE3, OG_ECB, 0, answer); }

static int cbc3(uint8_t answer[ANSWER]) { return cipher(OG_DES_EDE3, OG_CBC, 0, answer); }

static const struct {
    const char *op, *reference;
    int (*run)(uint8_t answer[ANSWER]);
} cases[] = {
    {"sha1.blocks", "sha1_c_ref", sha1},
    {"sha1dc.blocks", "sha1dc_c_ref", sha1dc},
    {"whirlpool.blocks", "whirlpool_c_byte", whirlpool},
    {"des.ecb", "des_c_ref", ecb},
    {"des.cbc_enc", "des_c_ref", cbc},
    {"des3.ecb", "des_c_ref", ecb3},
    {"des3.cbc_dec", "des_c_ref", cbc3},
};

// Returns 1 where the published digest of "abc" is wrong (FIPS 180-4, example of SHA-1).
static int abc_is_wrong(void) {
    static const uint8_t expected[20] = {0xa9, 0x99, 0x3e, 0x36, 0x47, 0x06, 0x81, 0x6a, 0xba, 0x3e,
                                         0x25, 0x71, 0x78, 0x50, 0xc2, 0x6c, 0x9c, 0xd0, 0xd8, 0x9d};
    uint8_t digest[20];
    return og_sha1("abc", 3, digest) != OG_OK || memcmp(digest, expected, sizeof digest) != 0;
}

int main(void) {
    int wrong = abc_is_wrong(), compared = 0;
    uint32_t state = 1;
    for (size_t i = 0; i < SIZE; i++) {
        state = state * 1664525 + 1013904223;
        data[i] = (uint8_t)(state >> 24);
    }
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        uint8_t expected[ANSWER] = {0};
        wrong += og_force_kernel(cases[c].op, cases[c].reference) != OG_OK || cases[c].run(expected) != OG_OK;
        for (size_t i = 0; i < og_kernel_count(); i++) {
            const og_kernel *kernel = og_kernel_at(i);
            uint8_t answer[ANSWER] = {0};
            if (strcmp(kernel->op, cases[c].op) != 0 || !og_kernel_usable(kernel, NULL, 0)) {
                continue;
            }
            const int failed = og_force_kernel(kernel->op, kernel->stem) != OG_OK ||
                               cases[c].run(answer) != OG_OK || memcmp(answer, expected, ANSWER) != 0;
            printf("%-18s %-24s %s\n", kernel->op, kernel->stem, failed ? "WRONG" : "ok");
            wrong += failed;
            compared++;
        }
        og_force_kernel(cases[c].op, NULL);
    }
    printf("%d kernels compared, %d errors\n", compared, wrong);
    return wrong != 0 || compared == 0;
}
