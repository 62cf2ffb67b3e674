/* SPDX-License-Identifier: MIT */
/* libdes's des_encrypt1, des_encrypt2, des_encrypt3 and des_decrypt3, made of the inline functions of the
 * kernel des_c_sp. They share an object file so that they are adjacent in memory. */
/* A shared library made of this file exports the functions, as libdes does. */
#pragma GCC visibility push(default)
#include "bindings/libdes/des.h"
#pragma GCC visibility pop

#include "des/des_schedule.h"
#include "des/des_sp.h"

_Static_assert(sizeof(des_key_schedule) == sizeof(og_des_key), "libdes's key schedule is 128 bytes");

/* Returns the schedule under oldguard's type. Both types hold the same words. */
static const og_des_key *key_of(const struct des_ks_struct *ks) {
    return (const og_des_key *)(const void *)ks;
}

void des_set_key_unchecked(const des_cblock *key, des_key_schedule ks) {
    des_schedule((og_des_key *)(void *)ks, *key);
}

void des_encrypt1(DES_LONG data[2], des_key_schedule ks, int enc) { des_sp_encrypt1(data, key_of(ks), enc); }

void des_encrypt2(DES_LONG data[2], des_key_schedule ks, int enc) { des_sp_encrypt2(data, key_of(ks), enc); }

void des_encrypt3(DES_LONG data[2], des_key_schedule ks1, des_key_schedule ks2, des_key_schedule ks3) {
    des_sp_ede(data, key_of(ks1), key_of(ks2), key_of(ks3), 1);
}

void des_decrypt3(DES_LONG data[2], des_key_schedule ks1, des_key_schedule ks2, des_key_schedule ks3) {
    des_sp_ede(data, key_of(ks3), key_of(ks2), key_of(ks1), 0);
}
