// SPDX-License-Identifier: MIT
// Padding of the last block in ECB and CBC.
#pragma once

#include "des_options.hpp"

#include <cstddef>
#include <cstdint>

namespace og::cli {

inline constexpr std::size_t block_size = OG_DES_BLOCK_SIZE;

// Appends padding to size bytes of data, up to a multiple of 8: 1 to 8 bytes, or 0 to 7 zeros. The buffer has
// room for 8 more bytes. Returns the new size, or the same size if the system has no random bytes for
// ISO 10126. Not defined for Padding::none and Padding::ignore.
std::size_t pad(Padding padding, std::uint8_t *data, std::size_t size);

// Returns the number of data bytes in the last block, or -1 if the padding is invalid. Padding::zero removes
// up to 8 zeros. Padding::ignore removes what is right padding for PKCS #7, else nothing.
int unpadded(Padding padding, const std::uint8_t last[block_size]);

}  // namespace og::cli
