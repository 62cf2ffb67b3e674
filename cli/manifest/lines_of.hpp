// SPDX-License-Identifier: MIT
// Calls a function for each line of a manifest.
#pragma once

#include "files/input.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace og::cli {

// A line of a manifest has at most this many bytes. Names have no limit on the way, because every folder is
// opened relative to the one before.
inline constexpr std::size_t longest_line = 1 << 20;

// Takes a line without its end (LF or CRLF), counted from 1. Returns "" or the reason why it is refused.
using TakeLine = std::function<std::string(std::string_view line, std::uint32_t number)>;

// The functions return "" or the complaint "FILE: LINE: REASON", or "FILE: REASON" after a read error.
std::string lines_of_file(const std::string &file, const TakeLine &take);
std::string lines_of_input(const std::string &file, Input &input, const TakeLine &take);
std::string lines_of_text(const std::string &file, std::string_view text, const TakeLine &take);

// Returns "FILE: LINE: REASON".
std::string line_complaint(const std::string &file, std::uint64_t line, std::string_view why);

}  // namespace og::cli
