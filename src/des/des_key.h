/* SPDX-License-Identifier: MIT */
/* The checks of keys, for every cipher. */
#ifndef OG_DES_KEY_H
#define OG_DES_KEY_H

#include <oldguard/des.h>

/* Applies checks other than none. Examines all n keys of 8 bytes before it branches on the verdict, so that
 * the time does not reveal which key was refused. */
int og_des_judge_keys(const uint8_t *keys, size_t n, unsigned checks);

/* Applies OG_DES_CHECK_* to n keys of 8 bytes. Returns OG_OK or the reason of the refusal. */
static inline int og_des_check_keys(const uint8_t *keys, size_t n, unsigned checks) {
    return checks == OG_DES_CHECK_NONE ? OG_OK : og_des_judge_keys(keys, n, checks);
}

#endif
