// SPDX-License-Identifier: MIT
// Lays out text: cells as aligned columns, sentences in lines of a given width.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace og::bench {

using Cells = std::vector<std::string>;

// Returns a line for each row, with the columns two spaces apart. The columns in `left` are aligned left and
// are cut where a line would exceed `width`. The other columns are aligned right and never cut.
std::vector<std::string> columns(const std::vector<Cells> &rows, const std::vector<std::size_t> &left,
                                 std::size_t width = std::string::npos);

// Cuts a text to `length` characters. A text that was cut ends in "..".
std::string cut(const std::string &text, std::size_t length);

// Breaks a text at spaces into lines of at most `width`. Lines after the first are indented by two.
std::vector<std::string> wrapped(const std::string &text, std::size_t width);

}  // namespace og::bench
