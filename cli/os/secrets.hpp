// SPDX-License-Identifier: MIT
// Memory of secrets, and random numbers.
#pragma once

#include <cstddef>

namespace og::os {

// Overwrites memory with zeros. The compiler does not remove the call.
void wipe(void *memory, std::size_t size);

// Disables core dumps, which would write secrets to the disk.
void forbid_core_dump();

// Fills up to 256 bytes with random bytes of the system. Returns false with errno after an error.
bool fill_random(void *bytes, std::size_t size);

}  // namespace og::os
