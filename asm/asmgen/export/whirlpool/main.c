// SPDX-License-Identifier: MIT
// Checks the kernel with published vectors and, at every length around the block boundaries, against the
// standard computed byte by byte. Then prints its speed. The exit status is 0 if everything is right.
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whirlpool.h"
#include "whirlpool_spec.h"

#define MILLION 1000000
static uint8_t buffer[MILLION + 64];
static int failures;

static void wrong(const char *what)
{
    printf("%s: WRONG for %s\n", WHIRLPOOL_KERNEL_NAME, what);
    failures++;
}

// -- the standard, byte by byte ---------------------------------------------------------------------
static uint8_t sbox(uint8_t x)
{
    uint8_t inverse[16];
    for (int i = 0; i < 16; i++) inverse[whirlpool_spec_E[i]] = (uint8_t)i;
    uint8_t u = whirlpool_spec_E[x >> 4], l = inverse[x & 15], r = whirlpool_spec_R[u ^ l];
    return (uint8_t)(whirlpool_spec_E[u ^ r] << 4 | inverse[l ^ r]);
}

static uint8_t multiply(unsigned x, unsigned y)
{
    unsigned product = 0;
    for (; y; y >>= 1, x = x << 1 ^ (x & 0x80 ? WHIRLPOOL_POLYNOMIAL : 0))
        if (y & 1) product ^= x;
    return (uint8_t)product;
}

// a := MixRows(ShiftColumns(SubBytes(a))) ^ key
static void round_of(uint8_t a[64], const uint8_t key[64])
{
    uint8_t b[64], c[64];
    for (int i = 0; i < 64; i++) b[i] = sbox(a[(i - 8 * (i % 8)) & 63]);
    for (int i = 0; i < 64; i++) {
        c[i] = key[i];
        for (int k = 0; k < 8; k++)
            c[i] ^= multiply(b[i / 8 * 8 + k], whirlpool_spec_circulant[(i - k) & 7]);
    }
    memcpy(a, c, 64);
}

static void standard_block(uint8_t cv[64], const uint8_t block[64])
{
    uint8_t key[64], state[64], constant[64] = {0};
    memcpy(key, cv, 64);
    for (int i = 0; i < 64; i++) state[i] = block[i] ^ key[i];
    for (int r = 0; r < WHIRLPOOL_ROUNDS; r++) {
        for (int j = 0; j < 8; j++) constant[j] = sbox((uint8_t)(8 * r + j));
        round_of(key, constant);
        round_of(state, key);
    }
    for (int i = 0; i < 64; i++) cv[i] ^= state[i] ^ block[i];
}

static void standard(uint8_t digest[64], const uint8_t *message, size_t length)
{
    memset(digest, 0, 64);
    for (; length >= 64; length -= 64, message += 64) standard_block(digest, message);
}

// -- the check --------------------------------------------------------------------------------------
// The standard's own examples, and a million a's from the authors' test vectors.
static const struct {
    const char *text, *digest;
} vectors[] = {
    {"", "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7"
         "3e83be698b288febcf88e3e03c4f0757ea8964e59b63d93708b138cc42a66eb3"},
    {"abc", "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
            "7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5"},
    {NULL, "0c99005beb57eff50a7cf005560ddf5d29057fd86b20bfd62deca0f1ccea4af5"
           "1fc15490eddc47af32bb2b66c34ff9ad8c6008ad677f77126953b226e4ed8b01"},
};

static void check(void)
{
    uint8_t digest[64], wanted[64];
    size_t count = sizeof vectors / sizeof vectors[0];
    memset(buffer, 'a', MILLION);
    for (size_t i = 0; i < count; i++) {
        const char *text = vectors[i].text;
        char hex[129];
        whirlpool(digest, text ? (const void *)text : buffer, text ? strlen(text) : MILLION);
        for (int j = 0; j < 64; j++) sprintf(hex + 2 * j, "%02x", digest[j]);
        if (strcmp(hex, vectors[i].digest) != 0) wrong(text ? text : "a million a's");
    }
    // byte i is 7 i mod 256, each message at another alignment; padding written out
    for (size_t length = 0; length <= @LENGTHS@; length++) {
        uint8_t padded[@LENGTHS@ + 128] = {0}, *at = buffer + length % 64;
        size_t size = (length + 32) / 64 * 64 + 64;
        for (size_t i = 0; i < length; i++) padded[i] = at[i] = (uint8_t)(7 * i);
        padded[length] = 0x80;
        padded[size - 2] = (uint8_t)(length * 8 >> 8);
        padded[size - 1] = (uint8_t)(length * 8);
        standard(wanted, padded, size);
        whirlpool(digest, at, length);
        if (memcmp(digest, wanted, 64) != 0) wrong("one of the lengths");
    }
    if (!failures)
        printf("%s: %d published vectors and %d lengths ok\n", WHIRLPOOL_KERNEL_NAME, (int)count,
               @LENGTHS@ + 1);
}

static void speed(void)
{
    const char *clock_name = open_clock();
    const size_t blocks = 256, size = 64 * blocks;
    uint8_t cv[64] = {0};
    double best_time = 1e9, best_cycles = 1e18, start = seconds();
    // the fastest of many short passes: what disturbs a pass only ever adds to it
    for (int pass = 0; pass < 500 || seconds() - start < 0.3; pass++) {
        double t = seconds();
        uint64_t c = clock_now();
        WHIRLPOOL_KERNEL(cv, buffer, blocks);
        double cycles = (double)(clock_now() - c);
        t = seconds() - t;
        if (t < best_time) best_time = t;
        if (cycles < best_cycles) best_cycles = cycles;
    }
    printf("%s: %.1f MiB/s, %.3f cycles/byte (%s), %u-byte messages\n", WHIRLPOOL_KERNEL_NAME,
           (double)size / best_time / 1048576, best_cycles / (double)size, clock_name,
           (unsigned)size);
}

int main(void)
{
    check();
    if (failures) return EXIT_FAILURE;
    speed();
    return EXIT_SUCCESS;
}
