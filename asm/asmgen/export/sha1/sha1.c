// SPDX-License-Identifier: MIT
// Hashes a message with the kernel: the whole blocks from the message, then the padded tail.
#include <string.h>

#include "sha1.h"

void sha1(uint8_t digest[20], const void *message, size_t length) {
    // FIPS 180-4 section 5.3.1
    uint32_t cv[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    const uint8_t *bytes = message;
    uint8_t tail[128] = {0};
    size_t whole = length / 64, rest = length % 64;

    SHA1_KERNEL(cv, bytes, whole);

    // section 5.1.1: a one bit, zeros, the length in bits, big-endian; one block or two
    size_t blocks = rest < 56 ? 1 : 2;
    uint64_t bits = (uint64_t)length * 8;
    if (rest) memcpy(tail, bytes + 64 * whole, rest);
    tail[rest] = 0x80;
    for (int i = 0; i < 8; i++) tail[64 * blocks - 1 - i] = (uint8_t)(bits >> (8 * i));
    SHA1_KERNEL(cv, tail, blocks);

    for (int i = 0; i < 20; i++) digest[i] = (uint8_t)(cv[i / 4] >> (24 - 8 * (i % 4)));
    // the message's last bytes are not left on the stack
    for (size_t i = 0; i < sizeof tail; i++) ((volatile uint8_t *)tail)[i] = 0;
}
