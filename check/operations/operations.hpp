// SPDX-License-Identifier: MIT
// The meanings of the operations, one file per function type.
#pragma once

#include "../operation.hpp"
#include "operations.h"

namespace og::check {

// Fills a buffer with random bytes, and the blocks of sha1dc operations with many candidates of an attack.
void fill_with_suspects(const Argument &argument, Bytes &buffer, Rng &rng);

// For each operation of the table a function that returns its meaning: sha1_blocks() for sha1.blocks.
#define MEANING(id, identifier, name, type) Meaning identifier(unsigned lanes);
OG_OPS(MEANING)
#undef MEANING

}  // namespace og::check
