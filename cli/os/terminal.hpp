// SPDX-License-Identifier: MIT
// The terminal (on Windows the console).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace og::os {

// Returns whether a descriptor is that of a terminal.
bool is_terminal(int fd);

// Prints a prompt and reads a line of up to `size` bytes from the terminal of standard input without echo,
// with its line feed. Returns the number of bytes. Sets error to 0 or errno. The terminal is restored before
// a signal takes effect.
std::size_t read_line_silently(std::string_view prompt, std::uint8_t *to, std::size_t size, int &error);

}  // namespace og::os
