// SPDX-License-Identifier: MIT
// The operations, one file per signature.
#pragma once

#include "../operation.hpp"

namespace og::check {

inline constexpr const char *lane_names[] = {"blocks[0]",  "blocks[1]",  "blocks[2]",  "blocks[3]",
                                             "blocks[4]",  "blocks[5]",  "blocks[6]",  "blocks[7]",
                                             "blocks[8]",  "blocks[9]",  "blocks[10]", "blocks[11]",
                                             "blocks[12]", "blocks[13]", "blocks[14]", "blocks[15]"};

// Random bytes, and for the blocks of an operation of sha1dc many suspects among them.
void fill_with_suspects(const Argument &argument, Bytes &buffer, Rng &rng);

Operation sha1_blocks();
Operation sha1_lanes(unsigned lanes);
Operation sha1dc_blocks();
Operation sha1dc_lanes(unsigned lanes);
Operation whirlpool_blocks();
Operation whirlpool_lanes(unsigned lanes);
Operation pbkdf2_whirlpool(unsigned lanes);
Operation des_key();
Operation des_encrypt1();
Operation des_encrypt2();
Operation des_block3(bool encrypt);
Operation des_crypt25();
Operation des_lanes(unsigned lanes);
Operation des3_lanes(unsigned lanes);
Operation des_crypt_lanes(unsigned lanes);
Operation des_ecb(unsigned keys);                // 1: des.ecb, 3: des3.ecb
Operation des_cbc(unsigned keys, bool encrypt);  // des.cbc_enc, ..., des3.cbc_dec

}  // namespace og::check
