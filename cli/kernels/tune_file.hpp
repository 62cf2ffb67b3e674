// SPDX-License-Identifier: MIT
// Applies the measured order of kernels in the file that OLDGUARD_TUNE names.
#pragma once

#include <string>

namespace og::cli {

// Passes the file that OLDGUARD_TUNE names to the library.
void apply_tune_file();

// Returns "", or a line with the reason why the file is ignored and the default order used.
const std::string &tune_file_note();

}  // namespace og::cli
