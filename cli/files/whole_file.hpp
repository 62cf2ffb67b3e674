// SPDX-License-Identifier: MIT
// A small file that is written in one piece, complete or not at all.
#pragma once

#include <string>
#include <string_view>

namespace og::cli {

// Both return false when the file cannot be written, with the reason on standard error. The first leaves
// everything as it was.
bool can_write_file(std::string_view command, const std::string &name);
bool write_file(std::string_view command, const std::string &name, std::string_view text);

}  // namespace og::cli
