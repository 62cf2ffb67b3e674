// SPDX-License-Identifier: MIT
// Lays out text: cells as aligned columns or as a Markdown table, sentences in lines of a given width.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace og::bench {

using Cells = std::vector<std::string>;

// Returns a line for each row, with columns two spaces apart. The columns named in `left` are flush left, the
// others flush right. No line is longer than `width`, if cutting cells of the columns in `left` can help.
std::vector<std::string> columns(const std::vector<Cells> &rows, const std::vector<std::size_t> &left,
                                 std::size_t width = std::string::npos);

// Returns a Markdown table. The first row is the heading. The first and the last column are flush left.
std::string markdown_table(const std::vector<Cells> &rows);

// Cuts a text to a length, with ".." for what is missing.
std::string cut(const std::string &text, std::size_t length);

// Breaks a text at spaces into lines of at most `width`. Lines after the first are indented by two.
std::vector<std::string> wrapped(const std::string &text, std::size_t width);

}  // namespace og::bench
