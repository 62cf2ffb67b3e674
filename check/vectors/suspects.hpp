// SPDX-License-Identifier: MIT
// Blocks that meet the unavoidable bit conditions of chosen disturbance vectors.
#pragma once

#include "../rng.hpp"

#include <array>
#include <cstdint>

namespace og::check {

using Block = std::array<std::uint8_t, 64>;

// Returns a random block that satisfies the conditions of the disturbance vectors in the mask. Vectors are
// added from the lowest on, and a vector that contradicts earlier ones is left out. Stores the mask of the
// vectors whose conditions the block satisfies to *left, if not null.
Block suspect_block(Rng &rng, std::uint32_t mask, std::uint32_t *left = nullptr);

// Returns a random block that violates one random condition of a vector and satisfies the others, except
// those that depend on the violated one.
Block near_miss(Rng &rng, unsigned vector);

}  // namespace og::check
