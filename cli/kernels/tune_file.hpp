// SPDX-License-Identifier: MIT
// The measured order that OLDGUARD_TUNE names.
#pragma once

#include <string>

namespace og::cli {

// Has the library take its kernels in the order of the file that OLDGUARD_TUNE names, if it names one.
void follow_tune_file();

// Returns "", or a line that says why the file is left aside and the default order serves.
const std::string &tune_file_note();

}  // namespace og::cli
