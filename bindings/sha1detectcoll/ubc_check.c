/* SPDX-License-Identifier: MIT */
/* The disturbance vectors and their conditions. A constructor fills sha1_dvs from the derived tables before
 * any caller can read it. */
#include "sha1dc/ubc_check.h"

#include <string.h>

#include "sha1/sha1dc_tables.h"

dv_info_t sha1_dvs[33];

__attribute__((constructor)) static void fill_table(void) {
    for (int v = 0; v < 32; v++) {
        const og_sha1dc_vector *from = &og_sha1dc_vectors[v];
        dv_info_t *to = &sha1_dvs[v];
        to->dvType = from->type;
        to->dvK = from->K;
        to->dvB = from->b;
        to->testt = from->tested;
        to->maski = 0;
        to->maskb = v;
        memcpy(to->dm, og_sha1dc_dm[v], sizeof to->dm);
    }
}

void ubc_check(const uint32_t W[80], uint32_t dvmask[DVMASKSIZE]) {
    uint32_t mask = 0xffffffff;
    for (unsigned n = 0; n < 156; n++) {
        const og_sha1dc_condition *c = &og_sha1dc_conditions[n];
        const uint32_t unmet = ((W[c->i] >> c->bi ^ W[c->j] >> c->bj) & 1) ^ c->want;
        mask &= ~(c->mask & (0 - unmet));
    }
    dvmask[0] = mask;
}
