// SPDX-License-Identifier: MIT
// Hashes messages with the kernel: the whole blocks from the messages, then the padded tails.
#include <string.h>

#include "sha1.h"

void sha1_lanes(uint8_t (*digests)[20], const void *const *messages, size_t length) {
    // FIPS 180-4 section 5.3.1
    static const uint32_t start[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint32_t cv[SHA1_LANES][5];
    uint8_t tails[SHA1_LANES][128];
    const uint8_t *blocks[SHA1_LANES];
    size_t whole = length / 64, rest = length % 64;
    // section 5.1.1: a one bit, zeros, the length in bits, big-endian; one block or two
    size_t last = rest < 56 ? 1 : 2;
    uint64_t bits = (uint64_t)length * 8;

    for (int lane = 0; lane < SHA1_LANES; lane++) {
        memcpy(cv[lane], start, sizeof start);
        blocks[lane] = messages[lane];
    }
    SHA1_KERNEL(cv, blocks, whole);

    memset(tails, 0, sizeof tails);
    for (int lane = 0; lane < SHA1_LANES; lane++) {
        uint8_t *tail = tails[lane];
        if (rest) memcpy(tail, blocks[lane] + 64 * whole, rest);
        tail[rest] = 0x80;
        for (int i = 0; i < 8; i++) tail[64 * last - 1 - i] = (uint8_t)(bits >> (8 * i));
        blocks[lane] = tail;
    }
    SHA1_KERNEL(cv, blocks, last);

    for (int lane = 0; lane < SHA1_LANES; lane++)
        for (int i = 0; i < 20; i++) digests[lane][i] = (uint8_t)(cv[lane][i / 4] >> (24 - 8 * (i % 4)));
    // the messages' last bytes are not left on the stack
    for (size_t i = 0; i < sizeof tails; i++) ((volatile uint8_t *)tails)[i] = 0;
}
