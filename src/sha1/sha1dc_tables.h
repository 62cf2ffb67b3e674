/* SPDX-License-Identifier: MIT */
/* The tables that spec/sha1/disturbance.py writes: the disturbance vectors of the known collision attacks
 * and the conditions by which most blocks are cleared of them. */
#ifndef OG_SHA1DC_TABLES_H
#define OG_SHA1DC_TABLES_H

#include <stdint.h>

/* Tests that forge hits define this as nothing and change the table. */
#ifndef OG_SHA1DC_TABLE
#define OG_SHA1DC_TABLE const
#endif

typedef struct og_sha1dc_vector {
    char name[10];      /* "II(52,0)" */
    uint8_t type, K, b; /* I(K,b) is type 1, II(K,b) type 2 */
    uint8_t step;       /* where the states of both blocks agree: the nearest to step 60 */
    uint8_t tested;     /* the same: 58 or 65, as other implementations have it */
} og_sha1dc_vector;

extern const og_sha1dc_vector og_sha1dc_vectors[32];

/* The xor difference of the two blocks' expanded messages. */
extern OG_SHA1DC_TABLE uint32_t og_sha1dc_dm[32][80];

/* A block in which bit bi of W[i] xor bit bj of W[j] is not want belongs to no vector in mask. */
typedef struct og_sha1dc_condition {
    uint8_t i, bi, j, bj, want;
    uint32_t mask;
} og_sha1dc_condition;

extern const og_sha1dc_condition og_sha1dc_conditions[156];

#endif
