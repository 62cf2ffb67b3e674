// SPDX-License-Identifier: MIT
// Checks the kernel's four functions on published examples and against the standard taken bit by
// bit, then prints its speed. Exit status 0 only if everything matched.
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

// -- FIPS 46-3, one bit an array element ------------------------------------------------------------
static void pick(unsigned char *to, const unsigned char *from, const uint8_t *table, int n) {
    for (int i = 0; i < n; i++) to[i] = from[table[i] - 1];
}

static void standard(block data, des_key_schedule ks, int encrypt) {
    unsigned char bits[64], halves[64], wide[48], four[32], f[32];
    for (int i = 0; i < 64; i++) bits[i] = data[i / 8] >> (7 - i % 8) & 1;
    pick(halves, bits, fips46_IP, 64);
    for (int n = 0; n < 16; n++) {
        const DES_LONG *key = ks[encrypt ? n : 15 - n].pair;
        pick(wide, halves + 32, fips46_E, 48);
        for (int box = 0; box < 8; box++) {
            unsigned char *six = wide + 6 * box;
            for (int i = 0; i < 6; i++)
                six[i] ^= key[box % 2] >> (2 + 4 * (box % 2) + 8 * (box / 2) + i) % 32 & 1;
            int s = fips46_S[box][six[0] << 1 | six[5]][six[1] << 3 | six[2] << 2 | six[3] << 1 | six[4]];
            for (int i = 0; i < 4; i++) four[4 * box + i] = (unsigned char)(s >> (3 - i) & 1);
        }
        pick(f, four, fips46_P, 32);
        for (int i = 0; i < 32; i++) f[i] ^= halves[i];
        memcpy(halves, halves + 32, 32);
        memcpy(halves + 32, f, 32);
    }
    memcpy(bits, halves + 32, 32);
    memcpy(bits + 32, halves, 32);
    pick(halves, bits, fips46_FP, 64);
    memset(data, 0, 8);
    for (int i = 0; i < 64; i++) data[i / 8] |= (unsigned char)(halves[i] << (7 - i % 8));
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

static unsigned char next_byte(void) {
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (unsigned char)(state >> 24);
}

// Every function on random blocks and keys.
static void random_blocks(void) {
    for (int n = 0; n < RANDOM_BLOCKS; n++) {
        des_cblock keys[3];
        des_key_schedule ks[3];
        block text, wanted, got;
        DES_LONG data[2], inner[2];
        int encrypt = n & 1;
        for (int i = 0; i < 24; i++) keys[i / 8][i % 8] = next_byte();
        for (int i = 0; i < 3; i++) des_set_key_unchecked((const des_cblock *)&keys[i], ks[i]);
        for (int i = 0; i < 8; i++) text[i] = next_byte();

        words_of(data, text);
        des_encrypt1(data, ks[0], encrypt);
        block_of(got, data);
        memcpy(wanted, text, 8);
        standard(wanted, ks[0], encrypt);
        expect("des_encrypt1 on a random block", got, wanted);

        words_of(data, text);
        des_encrypt3(data, ks[0], ks[1], ks[2]);
        block_of(got, data);
        memcpy(wanted, text, 8);
        for (int i = 0; i < 3; i++) standard(wanted, ks[i], i != 1);
        expect("des_encrypt3 on a random block", got, wanted);
        des_decrypt3(data, ks[0], ks[1], ks[2]);
        block_of(got, data);
        expect("des_decrypt3 on a random block", got, text);

        // des_encrypt2 between the standard's IP and FP: left half in the second word, bit 1 lowest
        inner[0] = inner[1] = 0;
        for (int i = 0; i < 64; i++) {
            int bit = fips46_IP[i] - 1;
            DES_LONG value = text[bit / 8] >> (7 - bit % 8) & 1;
            inner[i < 32] |= value << i % 32;
        }
        des_encrypt2(inner, ks[0], encrypt);
        memset(got, 0, 8);
        for (int i = 0; i < 64; i++) {
            int bit = fips46_FP[i] - 1;
            got[i / 8] |= (unsigned char)((inner[bit < 32] >> bit % 32 & 1) << (7 - i % 8));
        }
        memcpy(wanted, text, 8);
        standard(wanted, ks[0], encrypt);
        expect("des_encrypt2 on a random block", got, wanted);
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
    random_blocks();
    if (failures) return EXIT_FAILURE;
    printf("%s: 6 published blocks and %d random ones ok\n", KERNEL_NAME, RANDOM_BLOCKS);
    speed();
    return EXIT_SUCCESS;
}
