/* SPDX-License-Identifier: MIT */
/* The tables that asm/spec/sha1/disturbance.py writes: the disturbance vectors of the known collision attacks
 * and the conditions by which most blocks are cleared of them. */
#ifndef OG_SHA1DC_TABLES_H
#define OG_SHA1DC_TABLES_H

#include <stdint.h>

/* A test that forges hits defines this as nothing and changes the table. */
#ifndef OG_SHA1DC_TABLE
#define OG_SHA1DC_TABLE const
#endif

typedef struct og_sha1dc_vector {
    char name[10];      /* "II(52,0)" */
    uint8_t type, K, b; /* I(K,b) is type 1, II(K,b) type 2 */
    uint8_t step;       /* step nearest to 60 at which the states of both blocks agree */
    uint8_t tested;     /* the step that other implementations test: 58 or 65 */
} og_sha1dc_vector;

extern const og_sha1dc_vector og_sha1dc_vectors[32];

/* The xor difference of the expanded messages of the two blocks, for each vector. */
extern OG_SHA1DC_TABLE uint32_t og_sha1dc_dm[32][80];

/* A condition: if bit bi of W[i] ^ bit bj of W[j] is not want, the block belongs to no vector in mask. */
typedef struct og_sha1dc_condition {
    uint8_t i, bi, j, bj, want;
    uint32_t mask;
} og_sha1dc_condition;

extern const og_sha1dc_condition og_sha1dc_conditions[156];

#endif
