// SPDX-License-Identifier: MIT
// What fills the last block of ECB and CBC.
#pragma once

#include "des_options.hpp"

#include <cstddef>
#include <cstdint>

namespace og::cli {

// Fills the block begun at the end of size bytes of data, which have room for 8 more, by 1 to 8
// bytes: the new size. Padding::none is not for this.
std::size_t pad(Padding padding, std::uint8_t *data, std::size_t size);

// How many bytes of the last block are data, 0 to 7, or -1 where the padding is wrong.
int unpadded(Padding padding, const std::uint8_t last[OG_DES_BLOCK_SIZE]);

}  // namespace og::cli
