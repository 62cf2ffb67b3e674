// SPDX-License-Identifier: MIT
// The meanings of the operations, one file per signature.
#pragma once

#include "../operation.hpp"
#include "operations.h"

namespace og::check {

// Random bytes, and for the blocks of an operation of sha1dc many suspects among them.
void fill_with_suspects(const Argument &argument, Bytes &buffer, Rng &rng);

// For each operation of the table a function that returns its meaning: sha1_blocks() for sha1.blocks.
#define MEANING(id, identifier, name, type) Meaning identifier(unsigned lanes);
OG_OPS(MEANING)
#undef MEANING

}  // namespace og::check
