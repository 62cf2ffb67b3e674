// SPDX-License-Identifier: MIT
// As bare.c, for DES: runs the kernel KERNEL_encrypt1, KERNEL_encrypt3 and KERNEL_decrypt3 on the
// first block of FIPS 81's example, and exits 0 if all answers are right, 1 if not.
#include "bare.h"
#include "des.h"

#define PASTE(stem, op) stem##_##op
#define NAME(stem, op) PASTE(stem, op)
void NAME(KERNEL, encrypt1)(DES_LONG data[2], const void *ks, int encrypt);
void NAME(KERNEL, encrypt3)(DES_LONG data[2], const void *k1, const void *k2, const void *k3);
void NAME(KERNEL, decrypt3)(DES_LONG data[2], const void *k1, const void *k2, const void *k3);

static const des_cblock key = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};

void bare_start(void) {
    des_key_schedule ks;
    DES_LONG data[2] = {0x20776f4e, 0x74207369};  // "Now is t"
    des_set_key_unchecked(&key, ks);
    NAME(KERNEL, encrypt1)(data, ks, DES_ENCRYPT);
    long wrong = data[0] != 0x8a0ea43f || data[1] != 0x15484d98;
    // E(k) D(k) E(k) is one encryption, and undone by the inverse
    NAME(KERNEL, encrypt1)(data, ks, DES_DECRYPT);
    NAME(KERNEL, encrypt3)(data, ks, ks, ks);
    wrong |= data[0] != 0x8a0ea43f || data[1] != 0x15484d98;
    NAME(KERNEL, decrypt3)(data, ks, ks, ks);
    wrong |= data[0] != 0x20776f4e || data[1] != 0x74207369;
    leave(wrong);
}
