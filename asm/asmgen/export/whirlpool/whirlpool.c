// SPDX-License-Identifier: MIT
// Hashes a message with the kernel: the whole blocks from the message, then the padded tail.
#include <string.h>

#include "whirlpool.h"

void whirlpool(uint8_t digest[64], const void *message, size_t length) {
    uint8_t cv[64] = {0};
    const uint8_t *bytes = message;
    uint8_t tail[128] = {0};
    size_t whole = length / 64, rest = length % 64;

    WHIRLPOOL_KERNEL(cv, bytes, whole);

    // a one bit, zeros, the length in bits as 256 bits, big-endian; one block or two
    size_t blocks = rest < 32 ? 1 : 2;
    uint64_t bits = (uint64_t)length * 8;
    if (rest) memcpy(tail, bytes + 64 * whole, rest);
    tail[rest] = 0x80;
    for (int i = 0; i < 8; i++) tail[64 * blocks - 1 - i] = (uint8_t)(bits >> (8 * i));
    WHIRLPOOL_KERNEL(cv, tail, blocks);

    memcpy(digest, cv, 64);
    // the message's last bytes are not left on the stack
    for (size_t i = 0; i < sizeof tail; i++) ((volatile uint8_t *)tail)[i] = 0;
}
