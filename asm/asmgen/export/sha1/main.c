// SPDX-License-Identifier: MIT
// Checks the kernel with published vectors and with every length around the block boundaries, then prints
// its speed. The exit status is 0 if everything is right.
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sha1.h"

#define MILLION 1000000
static uint8_t buffer[MILLION + 64];

#ifdef SHA1_LANES
// Hashes a message in a lane that changes from call to call, beside different messages.
static void hash(uint8_t digest[20], const void *message, size_t length)
{
    static int turn;
    uint8_t digests[SHA1_LANES][20];
    const void *messages[SHA1_LANES];
    int mine = turn++ % SHA1_LANES;
    for (int lane = 0; lane < SHA1_LANES; lane++) messages[lane] = buffer + 5 * lane;
    messages[mine] = message;
    sha1_lanes(digests, messages, length);
    memcpy(digest, digests[mine], sizeof digests[mine]);
}
#else
#define hash sha1
#endif

static int failures;

static void expect(const char *what, const uint8_t got[20], const char *wanted)
{
    char text[41];
    for (int i = 0; i < 20; i++) sprintf(text + 2 * i, "%02x", got[i]);
    if (strcmp(text, wanted) == 0) return;
    printf("%s: WRONG for %s: %s, expected %s\n", SHA1_KERNEL_NAME, what, text, wanted);
    failures++;
}

// FIPS 180-4's examples (NIST CSRC, "SHA1.pdf"), and the empty message and a million a's from the
// NIST SHAVS and FIPS 180-2 appendix A.
static const struct {
    const char *text, *digest;
} vectors[] = {
    {"", "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
    {"abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
};

static void check(void)
{
    uint8_t digest[20];
    size_t count = sizeof vectors / sizeof vectors[0];
    for (size_t i = 0; i < count; i++) {
        hash(digest, vectors[i].text, strlen(vectors[i].text));
        expect(vectors[i].text, digest, vectors[i].digest);
    }
    memset(buffer, 'a', MILLION);
    hash(digest, buffer, MILLION);
    expect("a million a's", digest, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");

    // SHA-1 of the digests of all messages of 0 to @LENGTHS@ bytes, byte i being 7 i mod 256, each
    // at another alignment; the expected value is hashlib's
    static uint8_t digests[(@LENGTHS@ + 1) * 20];
    for (size_t length = 0; length <= @LENGTHS@; length++) {
        uint8_t *at = buffer + length % 64;
        for (size_t i = 0; i < length; i++) at[i] = (uint8_t)(7 * i);
        hash(digests + 20 * length, at, length);
    }
    hash(digest, digests, sizeof digests);
    expect("all lengths", digest, "@CHAIN@");
    if (!failures)
        printf("%s: %d published vectors and %d lengths ok\n", SHA1_KERNEL_NAME, (int)count + 1,
               @LENGTHS@ + 1);
}

static void speed(void)
{
    const char *clock_name = open_clock();
    const size_t blocks = 256;
#ifdef SHA1_LANES
    const size_t size = 64 * blocks * SHA1_LANES;
    uint32_t cv[SHA1_LANES][5] = {{0}};
    const uint8_t *messages[SHA1_LANES];
    for (int lane = 0; lane < SHA1_LANES; lane++) messages[lane] = buffer + 64 * blocks * lane;
#else
    const size_t size = 64 * blocks;
    uint32_t cv[5] = {0};
#endif
    double best_time = 1e9, best_cycles = 1e18, start = seconds();
    // the fastest of many short passes: what disturbs a pass only ever adds to it
    for (int pass = 0; pass < 2000 || seconds() - start < 0.3; pass++) {
        double t = seconds();
        uint64_t c = clock_now();
#ifdef SHA1_LANES
        SHA1_KERNEL(cv, messages, blocks);
#else
        SHA1_BLOCKS(cv, buffer, blocks);
#endif
        double cycles = (double)(clock_now() - c);
        t = seconds() - t;
        if (t < best_time) best_time = t;
        if (cycles < best_cycles) best_cycles = cycles;
    }
    printf("%s: %.1f MiB/s, %.3f cycles/byte (%s), %u-byte messages\n", SHA1_KERNEL_NAME,
           (double)size / best_time / 1048576, best_cycles / (double)size, clock_name,
           (unsigned)(64 * blocks));
}

int main(void)
{
    check();
    if (failures) return EXIT_FAILURE;
    speed();
    return EXIT_SUCCESS;
}
