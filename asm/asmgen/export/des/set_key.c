// SPDX-License-Identifier: MIT
// The key schedule of FIPS 46-3, bit by bit, in libdes's layout: fields first bit lowest, those of
// S-boxes 1, 3, 5, 7 from bit 2 of the first word up, the others from bit 6 of the second.
#include "des.h"
#include "fips46.h"

void des_set_key_unchecked(const des_cblock *key, des_key_schedule ks) {
    unsigned char cd[56];
    for (int i = 0; i < 56; i++) {
        int bit = fips46_PC1[i] - 1;
        cd[i] = (*key)[bit / 8] >> (7 - bit % 8) & 1;
    }
    for (int n = 0, turned = 0; n < 16; n++) {
        turned += fips46_shifts[n];
        ks[n].pair[0] = ks[n].pair[1] = 0;
        for (int i = 0; i < 48; i++) {
            int box = i / 6, from = fips46_PC2[i] - 1, half = from / 28 * 28;
            DES_LONG bit = cd[half + (from - half + turned) % 28];
            ks[n].pair[box % 2] |= bit << (2 + 4 * (box % 2) + 8 * (box / 2) + i % 6) % 32;
        }
    }
    // the key's bits are not left on the stack
    for (int i = 0; i < 56; i++) ((volatile unsigned char *)cd)[i] = 0;
}
