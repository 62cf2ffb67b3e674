/* SPDX-License-Identifier: MIT */
/* The checks of keys, whatever cipher they are for. */
#ifndef OG_DES_KEY_H
#define OG_DES_KEY_H

#include <stddef.h>
#include <stdint.h>

/* Checks n keys of 8 bytes, one behind the other, as og_des_init says. OG_OK or why they are refused.
 * Only the verdict is branched on, after all keys have been looked at. */
int og_des_check_keys(const uint8_t *keys, size_t n, unsigned checks);

#endif
