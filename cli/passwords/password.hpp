// SPDX-License-Identifier: MIT
// Reads a password from the terminal, standard input or a file. It is never read from the command line, which
// every user of the machine can see.
#pragma once

#include "secret.hpp"

#include <string>
#include <string_view>

namespace og::cli {

struct Password {
    static constexpr std::size_t most = 65535;  // bytes
    Secret<most + 2> text;  // the password, a line feed, and one more byte to detect longer ones
    std::size_t size = 0;
};

// Reads the whole file, or if `file` is "" the first line of standard input. On a terminal it prints a prompt
// to standard error and disables the echo. One line feed at the end is not part of the password, all other
// bytes are. Returns false and prints an error as `command` if the input is empty (the empty password is an
// empty line), the password is too long, or reading fails. A signal that ends or stops the process during the
// input finds the terminal restored.
bool read_password(std::string_view command, const std::string &file, Password &password);

}  // namespace og::cli
