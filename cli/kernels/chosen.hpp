// SPDX-License-Identifier: MIT
// The kernels that the user chose: by the OLDGUARD_* variables, and by --kernel.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace og::cli {

// Prints an error and returns true if an OLDGUARD_* variable is invalid. Prints a warning if the file of
// OLDGUARD_TUNE is ignored.
bool config_is_wrong(std::string_view command);

// Forces a kernel for each operation that it implements among the given families, such as "sha1.". Prints the
// reason and returns false if it implements none of them or cannot run on this machine.
bool force_kernel(std::string_view command, const std::string &stem,
                  std::initializer_list<std::string_view> families);

}  // namespace og::cli
