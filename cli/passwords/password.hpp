// SPDX-License-Identifier: MIT
// A password from the terminal, standard input or a file; never from the command line, which every
// user of the machine can see.
#pragma once

#include "secret.hpp"

#include <string>
#include <string_view>

namespace og::cli {

struct Password {
    static constexpr std::size_t most = 65535;  // bytes
    Secret<most + 2> text;  // with its line feed, and one byte more that tells what is too long
    std::size_t size = 0;
};

// Reads the first line of standard input, from a terminal without echo and after a prompt on
// standard error, or all of a file where `file` is not "". One line feed at the end is no part of
// the password, all else is. False, with the reason printed as from `command`, when there is
// nothing (an empty password is an empty line), too much, or an error. A signal that ends or stops
// the process while it waits finds the terminal as it was.
bool read_password(std::string_view command, const std::string &file, Password &password);

}  // namespace og::cli
