/* SPDX-License-Identifier: MIT */
/* The disturbance vectors and their unavoidable bit conditions, with the interface of
 * sha1collisiondetection 1.0 (M. Stevens, D. Shumow, "Speeding up detection of SHA-1 collision attacks
 * using unavoidable attack conditions", USENIX Security 2017). */
#ifndef OLDGUARD_COMPAT_SHA1DC_UBC_CHECK_H
#define OLDGUARD_COMPAT_SHA1DC_UBC_CHECK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DVMASKSIZE 1 /* words in a mask of vectors */

typedef struct {
    int dvType, dvK, dvB; /* 1: I(K,b), 2: II(K,b); 0 ends the table */
    int testt;            /* a step before which the states of both blocks agree */
    int maski, maskb;     /* word and bit of the vector in a mask */
    uint32_t dm[80];      /* the xor difference of the expanded messages */
} dv_info_t;

/* 32 vectors and the terminator. */
extern dv_info_t sha1_dvs[];

/* Sets dvmask to the vectors that no condition on the expanded message W excludes. */
void ubc_check(const uint32_t W[80], uint32_t dvmask[DVMASKSIZE]);

#ifdef __cplusplus
}
#endif
#endif
