// SPDX-License-Identifier: MIT
// Blocks made so that the conditions of sha1dc.blocks leave chosen disturbance vectors possible.
#pragma once

#include "../rng.hpp"

#include <array>
#include <cstdint>

namespace og::check {

using Block = std::array<std::uint8_t, 64>;

// A random block for which no vector of the mask is excluded, as far as they go together: vectors
// are taken up from the lowest on, and those that contradict earlier ones are left out. *left, where
// not null, gets the mask of those taken up.
Block suspect_block(Rng &rng, std::uint32_t mask, std::uint32_t *left = nullptr);

// A random block that meets all conditions of one vector but one, at random, or that one and others
// that follow from it.
Block near_miss(Rng &rng, unsigned vector);

}  // namespace og::check
