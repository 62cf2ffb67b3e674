/* SPDX-License-Identifier: MIT */
/* The limits of PBKDF2, for all sizes and addresses. */
#include "ranges.h"

#include "kdf/pbkdf2.c"

size_t og_hash_size(og_hash hash) { return hash == OG_HASH_SHA1 ? 20 : 64; }

void prove_pbkdf2_check(void) {
    const og_pbkdf2_derivation d = {nondet_address(), nondet_size(),    nondet_address(), nondet_size(),
                                    nondet_u64(),     nondet_address(), nondet_size()};
    const og_hash hash = nondet_int() ? OG_HASH_SHA1 : OG_HASH_WHIRLPOOL;
    const int status = check(hash, &d);
    if (status == OG_ERR_ARGUMENT && d.iterations > 0) {
        CLAIM(share_a_byte(d.out, d.out_size, d.salt, d.salt_size), "the salt and the output overlap");
        REACHED("an overlap");
    }
    if (status != OG_OK) {
        REACHED("an error");
        return;
    }
    const uint64_t most = og_any_most(hash);
    CLAIM(d.salt_size <= most && OG_HASH_BLOCK + 4 <= most - d.salt_size,
          "a key block, the salt and an index are a possible message");
    CLAIM(d.password_size <= most, "the password is a possible message");
    CLAIM((d.out_size - 1) / og_hash_size(hash) < UINT32_MAX, "the index of the last block has 32 bits");
    CLAIM(d.iterations > 0 && d.out_size > 0, "there is something to do");
    CLAIM(is_range(d.out, d.out_size) && is_range(d.salt, d.salt_size) &&
              is_range(d.password, d.password_size),
          "no range wraps");
    CLAIM(!share_a_byte(d.out, d.out_size, d.salt, d.salt_size), "the salt outlives the output");
    REACHED("a derivation");
}
