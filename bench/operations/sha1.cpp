// SPDX-License-Identifier: MIT
#include "sha1_hash.hpp"

namespace og::bench {

std::vector<Operation> sha1_operations() { return hash_operations<Sha1>(); }
std::vector<Operation> sha1_many_operations() { return many_operations<Sha1>(); }

}  // namespace og::bench
