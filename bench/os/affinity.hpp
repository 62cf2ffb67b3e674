// SPDX-License-Identifier: MIT
// The processors that the calling thread may use.
#pragma once

#include <vector>

namespace og::bench::os {

// Returns the processors that the calling thread may use, or none where the system has no call for that
// (macOS, OpenBSD).
std::vector<int> allowed_processors();

// Lets the calling thread use these processors and no others. If the system refuses, nothing changes.
void allow_processors(const std::vector<int> &processors);

}  // namespace og::bench::os
