// SPDX-License-Identifier: MIT
// Cells of text as aligned columns or as a Markdown table, and text in lines of a width.
#pragma once

#include "report.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace og::bench {

using Cells = std::vector<std::string>;

// Three figures that matter, never an exponent: "1.53", "258.9", "14556".
std::string number(double value);

// The same of a row's value, with "~" behind it where the row is noisy.
std::string marked(const Row &row, double value);

// One line per row, columns two spaces apart. The columns named in `left` are flush left, the others
// flush right. No line is longer than `width`, if cutting cells of the columns in `left` can help.
std::vector<std::string> columns(const std::vector<Cells> &rows,
                                 const std::vector<std::size_t> &left,
                                 std::size_t width = std::string::npos);

// The first row is the heading. The first and the last column are flush left.
std::string markdown_table(const std::vector<Cells> &rows);

// The text cut to a length, ".." for what is missing.
std::string cut(const std::string &text, std::size_t length);

// The text in lines of at most `width`, broken at spaces; lines after the first are indented by two.
std::vector<std::string> wrapped(const std::string &text, std::size_t width);

}  // namespace og::bench
