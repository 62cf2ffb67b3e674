// SPDX-License-Identifier: MIT
// The four functions of libdes with the kernel @STEM@. This file and the kernel replace the des_enc.c of a
// libdes-style build.
#include <stddef.h>

#include "des.h"

// The kernel has another name for the key schedule, which is the same 128 bytes.
typedef struct des_ks_struct og_des_key;
@PROTOTYPES@

void des_encrypt1(DES_LONG data[2], des_key_schedule ks, int enc)
{
    @PREFIX@_encrypt1(data, ks, enc);
}

void des_encrypt2(DES_LONG data[2], des_key_schedule ks, int enc)
{
    @PREFIX@_encrypt2(data, ks, enc);
}

void des_encrypt3(DES_LONG data[2], des_key_schedule ks1, des_key_schedule ks2,
                  des_key_schedule ks3)
{
    @PREFIX@_encrypt3(data, ks1, ks2, ks3);
}

void des_decrypt3(DES_LONG data[2], des_key_schedule ks1, des_key_schedule ks2,
                  des_key_schedule ks3)
{
    @PREFIX@_decrypt3(data, ks1, ks2, ks3);
}
