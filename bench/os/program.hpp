// SPDX-License-Identifier: MIT
// The running program, its environment, and the names of the processor and the system.
#pragma once

#include <filesystem>
#include <string>

namespace og::bench::os {

// Returns the path of the running program, or an empty path if the system does not tell it.
std::filesystem::path program_path();

// Returns the value of an environment variable, or NULL if it is unset or if the process has other rights
// than its caller (set-user-ID).
const char *variable(const char *name);

// Returns the processor's own name for itself, or "".
std::string processor_name();

std::string system_name();  // "Linux 6.1.0 x86_64"

}  // namespace og::bench::os
