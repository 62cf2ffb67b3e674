// SPDX-License-Identifier: MIT
// Padding of the last block in ECB and CBC.
#pragma once

#include "des_options.hpp"

#include <cstddef>
#include <cstdint>

namespace og::cli {

inline constexpr std::size_t block_size = OG_DES_BLOCK_SIZE;

// Appends 1 to 8 bytes of padding to size bytes of data, up to a multiple of 8. The buffer has room for 8
// more bytes. Returns the new size. Not defined for Padding::none.
std::size_t pad(Padding padding, std::uint8_t *data, std::size_t size);

// Returns the number of data bytes in the last block, 0 to 7, or -1 if the padding is invalid.
int unpadded(Padding padding, const std::uint8_t last[block_size]);

}  // namespace og::cli
