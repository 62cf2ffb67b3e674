// SPDX-License-Identifier: MIT
// Tells data that somebody encrypted from what a wrong key makes of the ciphertext.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace og::cli {

struct Shape {
    double bits = 0;   // random bytes have this shape with a probability of 2^-bits
    std::string what;  // "text", for messages
};

// Returns what the first bytes of data show.
Shape shape_of(std::span<const std::uint8_t> data);

}  // namespace og::cli
