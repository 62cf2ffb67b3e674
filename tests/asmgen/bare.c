// SPDX-License-Identifier: MIT
// A program without a C library, whose own start-up code might need more than the kernel: runs the
// kernel KERNEL on FIPS 180-4's "abc", in each of its LANES, and exits 0 if all digests are right,
// 1 if not.
#include <stddef.h>
#include <stdint.h>

#include "bare.h"

#if LANES > 1
void KERNEL(uint32_t (*cv)[5], const uint8_t *const *blocks, size_t nblocks);
#else
void KERNEL(uint32_t cv[5], const uint8_t *blocks, size_t nblocks);
#endif

static const uint8_t block[64] = {'a', 'b', 'c', 0x80, [63] = 24};

void bare_start(void) {
    static const uint32_t digest[5] = {0xa9993e36, 0x4706816a, 0xba3e2571, 0x7850c26c, 0x9cd0d89d};
    uint32_t cv[LANES][5];
    long wrong = 0;
    for (int lane = 0; lane < LANES; lane++) {
        volatile uint32_t *start = cv[lane];  // volatile: no call of a library's memcpy
        start[0] = 0x67452301;
        start[1] = 0xefcdab89;
        start[2] = 0x98badcfe;
        start[3] = 0x10325476;
        start[4] = 0xc3d2e1f0;
    }
#if LANES > 1
    const uint8_t *volatile blocks[LANES];
    for (int lane = 0; lane < LANES; lane++) blocks[lane] = block;
    KERNEL(cv, (const uint8_t *const *)blocks, 1);
#else
    KERNEL(cv[0], block, 1);
#endif
    for (int lane = 0; lane < LANES; lane++)
        for (int i = 0; i < 5; i++) wrong |= cv[lane][i] != digest[i];
    leave(wrong);
}
