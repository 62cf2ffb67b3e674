// SPDX-License-Identifier: MIT
// Calls a function for each line of a manifest.
#pragma once

#include "line_reader.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace og::cli {

// A line of a manifest has at most this many bytes. Names have no limit on the way, because every folder is
// opened relative to the one before.
inline constexpr std::size_t longest_line = LineRules{}.most;

// Takes a line without its end, counted from 1. Returns "" or the reason why it is refused.
using TakeLine = std::function<std::string(std::string_view line, std::uint32_t number)>;

// Returns "" or the complaint "FILE: LINE: REASON", or "FILE: REASON" after a read error. `number` is that of
// the last line that was read before, and becomes that of the last line.
std::string take_lines(const std::string &file, LineReader &lines, const TakeLine &take,
                       std::uint32_t &number);

// Returns the name of a file for messages. "-" is standard input.
std::string title_of_manifest(const std::string &file);

// Returns "FILE: LINE: REASON".
std::string line_complaint(const std::string &file, std::uint64_t line, std::string_view why);

}  // namespace og::cli
