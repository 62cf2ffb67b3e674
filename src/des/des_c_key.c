/* SPDX-License-Identifier: MIT */
/*
 * kernel: des_c_key
 * op: des.key
 * lanes: 1
 * constant-time: yes
 * min-size: 0
 * summary: the key schedule eight rounds at a time in the bytes of 64-bit words
 * refs: FIPS 46-3
 *
 * The method is in des_schedule.h. Lab notes: docs/kernels/des_x64.md.
 */
#include "catalogue.h"
#include "des/des_schedule.h"

__attribute__((noinline)) static void expand(og_des_key *ks, const uint8_t key[8]) { des_schedule(ks, key); }

void og_des_c_key(og_des_key *ks, const uint8_t key[8]) {
    expand(ks, key);
    og_burn_stack();
}
