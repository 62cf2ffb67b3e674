// SPDX-License-Identifier: MIT
// The block info that sha1dc.blocks must write for a block. The unavoidable bit conditions come from the
// library's table, which is the list of the paper's authors.
#include "oracle.hpp"

#include <src/sha1/sha1dc_tables.h>

#include <algorithm>

namespace og::check::oracle {

std::uint32_t sha1dc_mask(const std::uint32_t w[80]) {
    std::uint32_t mask = ~std::uint32_t{0};
    for (const og_sha1dc_condition &c : og_sha1dc_conditions) {
        const bool one = w[c.i] >> c.bi & 1, other = w[c.j] >> c.bj & 1;
        if ((one != other) != (c.want != 0)) mask &= ~c.mask;
    }
    return mask;
}

void sha1dc_block(std::uint32_t cv[5], const std::uint8_t block[64], og_sha1dc_block_info &info) {
    std::uint32_t w[80];
    std::copy_n(cv, 5, info.cv);
    sha1_schedule(w, block);
    std::copy_n(cv, 5, info.state);
    sha1_rounds(info.state, w, 0, 60);
    std::copy_n(w + 60, 20, info.w);
    info.mask = sha1dc_mask(w);
    sha1_block(cv, block);
}

}  // namespace og::check::oracle
