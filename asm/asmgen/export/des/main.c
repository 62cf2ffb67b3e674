// SPDX-License-Identifier: MIT
// Checks the kernel's four functions on published examples and against one another on random blocks,
// then prints its speed. Exits with status 0 only if everything matched.
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "des.h"
#include "fips46.h"

#define KERNEL_NAME "@STEM@"
#define RANDOM_BLOCKS 200

typedef unsigned char block[8];
static int failures;

static void expect(const char *what, const block got, const block wanted) {
    if (memcmp(got, wanted, 8) == 0) return;
    printf("%s: WRONG for %s\n", KERNEL_NAME, what);
    failures++;
}

static void words_of(DES_LONG data[2], const block from) {
    for (int i = 0; i < 2; i++)
        data[i] = (DES_LONG)from[4 * i] | (DES_LONG)from[4 * i + 1] << 8 | (DES_LONG)from[4 * i + 2] << 16 |
                  (DES_LONG)from[4 * i + 3] << 24;
}

static void block_of(block to, const DES_LONG data[2]) {
    for (int i = 0; i < 8; i++) to[i] = (unsigned char)(data[i / 4] >> 8 * (i % 4));
}

// -- checks ------------------------------------------------------------------------------------------
static void published(void) {
    // FIPS 81 table B1: "Now is the time for all " in ECB
    static const block key = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};
    static const block answers[3] = {{0x3f, 0xa4, 0x0e, 0x8a, 0x98, 0x4d, 0x48, 0x15},
                                     {0x6a, 0x27, 0x17, 0x87, 0xab, 0x88, 0x83, 0xf9},
                                     {0x89, 0x3d, 0x51, 0xec, 0x4b, 0x56, 0x3b, 0x53}};
    // SP 800-67 appendix B: "The qufck brown fox jump"
    static const block keys[3] = {{0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef},
                                  {0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01},
                                  {0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23}};
    static const block triple[3] = {{0xa8, 0x26, 0xfd, 0x8c, 0xe5, 0x3b, 0x85, 0x5f},
                                    {0xcc, 0xe2, 0x1c, 0x81, 0x12, 0x25, 0x6f, 0xe6},
                                    {0x68, 0xd5, 0xc0, 0x5d, 0xd9, 0xb6, 0xb9, 0x00}};
    const unsigned char *text = (const unsigned char *)"Now is the time for all ";
    const unsigned char *text3 = (const unsigned char *)"The qufck brown fox jump";
    des_key_schedule ks, ks3[3];
    DES_LONG data[2];
    block got;
    des_set_key_unchecked(&key, ks);
    for (int i = 0; i < 3; i++) des_set_key_unchecked(&keys[i], ks3[i]);
    for (int i = 0; i < 3; i++) {
        words_of(data, text + 8 * i);
        des_encrypt1(data, ks, DES_ENCRYPT);
        block_of(got, data);
        expect("FIPS 81, encryption", got, answers[i]);
        des_encrypt1(data, ks, DES_DECRYPT);
        block_of(got, data);
        expect("FIPS 81, decryption", got, text + 8 * i);
        words_of(data, text3 + 8 * i);
        des_encrypt3(data, ks3[0], ks3[1], ks3[2]);
        block_of(got, data);
        expect("SP 800-67, encryption", got, triple[i]);
        des_decrypt3(data, ks3[0], ks3[1], ks3[2]);
        block_of(got, data);
        expect("SP 800-67, decryption", got, text3 + 8 * i);
    }
}

// R. Rivest, "Testing implementation of DES", 1985: a chain of 16 blocks, each enciphered or deciphered
// with itself as the key. Its result reveals a wrong bit in any table of the standard.
static void rivest(void) {
    static const block first = {0x94, 0x74, 0xb8, 0xe8, 0xc7, 0x3b, 0xca, 0x7d};
    static const block last = {0x1b, 0x1a, 0x2d, 0xdb, 0x4c, 0x64, 0x24, 0x38};
    block x;
    memcpy(x, first, 8);
    for (int i = 0; i < 16; i++) {
        des_key_schedule ks;
        DES_LONG data[2];
        des_set_key_unchecked((const des_cblock *)&x, ks);
        words_of(data, x);
        des_encrypt1(data, ks, i % 2 == 0 ? DES_ENCRYPT : DES_DECRYPT);
        block_of(x, data);
    }
    expect("Rivest's test", x, last);
}

static unsigned char next_byte(void) {
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (unsigned char)(state >> 24);
}

// Computes des_encrypt1 with des_encrypt2, which does no IP and FP: the left half is the second word,
// bit 1 lowest.
static void between_permutations(block data, des_key_schedule ks, int encrypt) {
    DES_LONG inner[2] = {0, 0};
    for (int i = 0; i < 64; i++) {
        int bit = fips46_IP[i] - 1;
        DES_LONG value = data[bit / 8] >> (7 - bit % 8) & 1;
        inner[i < 32] |= value << i % 32;
    }
    des_encrypt2(inner, ks, encrypt);
    memset(data, 0, 8);
    for (int i = 0; i < 64; i++) {
        int bit = fips46_FP[i] - 1;
        data[i / 8] |= (unsigned char)((inner[bit < 32] >> bit % 32 & 1) << (7 - i % 8));
    }
}

// Compares des_encrypt2, des_encrypt3 and des_decrypt3 with des_encrypt1 on random blocks and keys.
static void random_blocks(void) {
    for (int n = 0; n < RANDOM_BLOCKS; n++) {
        des_cblock keys[3];
        des_key_schedule ks[3];
        block text, wanted, got;
        DES_LONG data[2];
        int encrypt = n & 1;
        for (int i = 0; i < 24; i++) keys[i / 8][i % 8] = next_byte();
        for (int i = 0; i < 3; i++) des_set_key_unchecked((const des_cblock *)&keys[i], ks[i]);
        for (int i = 0; i < 8; i++) text[i] = next_byte();

        words_of(data, text);
        des_encrypt1(data, ks[0], encrypt);
        block_of(wanted, data);
        memcpy(got, text, 8);
        between_permutations(got, ks[0], encrypt);
        expect("des_encrypt2 on a random block", got, wanted);

        words_of(data, text);
        for (int i = 0; i < 3; i++) des_encrypt1(data, ks[i], i == 1 ? DES_DECRYPT : DES_ENCRYPT);
        block_of(wanted, data);
        words_of(data, text);
        des_encrypt3(data, ks[0], ks[1], ks[2]);
        block_of(got, data);
        expect("des_encrypt3 on a random block", got, wanted);
        des_decrypt3(data, ks[0], ks[1], ks[2]);
        block_of(got, data);
        expect("des_decrypt3 on a random block", got, text);
    }
}

// -- speed -------------------------------------------------------------------------------------------
static void speed(void) {
    const char *clock_name = open_clock();
    const int calls = 1000;
    static const des_cblock key = "kernels";
    des_key_schedule ks;
    DES_LONG data[2] = {1, 2};
    double best_time = 1e9, best_cycles = 1e18, start = seconds();
    des_set_key_unchecked(&key, ks);
    // the fastest of many short passes: what disturbs a pass only ever adds to it
    for (int pass = 0; pass < 500 || seconds() - start < 0.3; pass++) {
        double t = seconds();
        uint64_t c = clock_now();
        for (int i = 0; i < calls; i++) des_encrypt1(data, ks, DES_ENCRYPT);
        double cycles = (double)(clock_now() - c);
        t = seconds() - t;
        if (t < best_time) best_time = t;
        if (cycles < best_cycles) best_cycles = cycles;
    }
    printf("%s: %.0f DES/s, %.1f cycles/block (%s)\n", KERNEL_NAME, calls / best_time, best_cycles / calls,
           clock_name);
}

int main(void) {
    published();
    rivest();
    random_blocks();
    if (failures) return EXIT_FAILURE;
    printf("%s: 6 published blocks and %d random ones ok\n", KERNEL_NAME, RANDOM_BLOCKS);
    speed();
    return EXIT_SUCCESS;
}
