// SPDX-License-Identifier: MIT
// Protects files that contain a secret from being replaced by an output.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace og::cli {

// The file given to an option, or "".
struct SecretFile {
    std::string_view option;
    const std::string &name;
};

// Prints an error and returns true if an output is one of the secret files, by any name or link. The output
// "-" is standard output. Devices and pipes may be both an input and the output.
bool replaces_a_secret(std::string_view command, const std::string &output,
                       std::initializer_list<SecretFile> secrets);

}  // namespace og::cli
