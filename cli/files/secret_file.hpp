// SPDX-License-Identifier: MIT
// Files that hold a secret, which no output may replace.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace og::cli {

// The file of an option, as it was given; "" where it was not.
struct SecretFile {
    std::string_view option;
    const std::string &name;
};

// Complains and returns true where an output is one of the secret files, by whatever name or link.
// The output "-" is standard output. Devices and pipes may be both.
bool replaces_a_secret(std::string_view command, const std::string &output,
                       std::initializer_list<SecretFile> secrets);

}  // namespace og::cli
