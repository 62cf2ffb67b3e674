/* SPDX-License-Identifier: MIT */
/* The checks of keys, whatever cipher they are for. */
#ifndef OG_DES_KEY_H
#define OG_DES_KEY_H

#include <oldguard/des.h>

/* Looks at all of n keys of 8 bytes, one behind the other, and only then branches, on the verdict. */
int og_des_judge_keys(const uint8_t *keys, size_t n, unsigned checks);

/* Checks n keys as og_des_init says: OG_OK, or why they are refused. */
static inline int og_des_check_keys(const uint8_t *keys, size_t n, unsigned checks) {
    return checks == OG_DES_CHECK_NONE ? OG_OK : og_des_judge_keys(keys, n, checks);
}

#endif
