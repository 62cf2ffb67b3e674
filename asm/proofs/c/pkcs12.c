/* SPDX-License-Identifier: MIT */
/* The limits of PKCS #12, for all sizes and addresses. */
#include "ranges.h"

#include "kdf/pkcs12.c"

size_t og_hash_size(og_hash hash) { return hash == OG_HASH_SHA1 ? 20 : 64; }

void prove_pkcs12_check(void) {
    const og_pkcs12_derivation d = {nondet_int(),  nondet_address(), nondet_size(), nondet_address(),
                                    nondet_size(), nondet_address(), nondet_size()};
    if (check(&d) != OG_OK) {
        REACHED("an error");
        return;
    }
    CLAIM(d.id >= 1 && d.id <= 3 && d.out_size > 0, "there is something to do");
    CLAIM(is_range(d.out, d.out_size) && is_range(d.salt, d.salt_size) &&
              is_range(d.password, d.password_size),
          "no range wraps");
    CLAIM(!share_a_byte(d.out, d.out_size, d.salt, d.salt_size), "the salt outlives the output");
    CLAIM(!share_a_byte(d.out, d.out_size, d.password, d.password_size), "the password outlives the output");
    REACHED("a derivation");
}
