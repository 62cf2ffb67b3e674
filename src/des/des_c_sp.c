/* SPDX-License-Identifier: MIT */
/*
 * kernel: des_c_sp
 * op: des.encrypt1 des.encrypt2 des.encrypt3 des.decrypt3 des.ecb des.cbc_enc des.cbc_dec
 * op: des3.ecb des3.cbc_enc des3.cbc_dec
 * lanes: 1
 * constant-time: no
 * min-size: 0
 * summary: libdes style: combined S and P tables (2 KiB), IP and FP by exchanges
 * refs: FIPS 46-3; SP 800-67
 *
 * The method is in des_sp.h. Lab notes: docs/kernels/des.md.
 */
#include "des/des_sp.h"

/* Performs Triple DES with ks[0..2]. */
static inline void ede(uint32_t data[2], const og_des_key *ks, int encrypt) {
    des_sp_ede(data, &ks[encrypt ? 0 : 2], &ks[1], &ks[encrypt ? 2 : 0], encrypt);
}

#define BLOCK1 des_sp_encrypt1
#define BLOCK3 ede
#define NAME(operation) og_des_c_sp_##operation
#include "des/des_modes.h"

void og_des_c_sp_encrypt1(uint32_t data[2], const og_des_key *ks, int encrypt) {
    des_sp_encrypt1(data, ks, encrypt);
}

void og_des_c_sp_encrypt2(uint32_t data[2], const og_des_key *ks, int encrypt) {
    des_sp_encrypt2(data, ks, encrypt);
}

void og_des_c_sp_encrypt3(uint32_t data[2], const og_des_key *k1, const og_des_key *k2,
                          const og_des_key *k3) {
    des_sp_ede(data, k1, k2, k3, 1);
}

void og_des_c_sp_decrypt3(uint32_t data[2], const og_des_key *k1, const og_des_key *k2,
                          const og_des_key *k3) {
    des_sp_ede(data, k3, k2, k1, 0);
}
