// SPDX-License-Identifier: MIT
#include "columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace og::bench {

namespace {

constexpr std::size_t gap = 2, least_width = 4;

// Narrows the widest column in `left` until a line has at most `width` characters or no column can be
// narrowed.
void shrink(std::vector<std::size_t> &widths, const std::vector<std::size_t> &left, std::size_t width) {
    if (widths.empty() || left.empty()) return;
    const std::size_t gaps = gap * (widths.size() - 1);
    for (;;) {
        const auto total = std::accumulate(widths.begin(), widths.end(), gaps);
        std::size_t widest = left.front();
        for (std::size_t column : left)
            if (widths[column] > widths[widest]) widest = column;
        if (total <= width || widths[widest] <= least_width) return;
        widths[widest]--;
    }
}

}  // namespace

std::string cut(const std::string &text, std::size_t length) {
    return text.size() <= length ? text : text.substr(0, std::max<std::size_t>(length, 2) - 2) + "..";
}

std::vector<std::string> columns(const std::vector<Cells> &rows, const std::vector<std::size_t> &left,
                                 std::size_t width) {
    std::vector<std::size_t> widths;
    for (const Cells &row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); i++) widths[i] = std::max(widths[i], row[i].size());
    }
    shrink(widths, left, width);
    std::vector<std::string> lines;
    for (const Cells &row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); i++) {
            const bool flush_left = std::find(left.begin(), left.end(), i) != left.end();
            line += i ? std::string(gap, ' ') : "";
            line += flush_left ? fmt::format("{:<{}}", cut(row[i], widths[i]), widths[i])
                               : fmt::format("{:>{}}", row[i], widths[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(line);
    }
    return lines;
}

std::vector<std::string> wrapped(const std::string &text, std::size_t width) {
    std::vector<std::string> lines;
    std::string rest = text;
    while (rest.size() > width) {
        const std::size_t space = rest.rfind(' ', width);
        if (space == std::string::npos || space <= gap) break;  // one long word
        lines.push_back(rest.substr(0, space));
        rest = std::string(gap, ' ') + rest.substr(space + 1);
    }
    lines.push_back(rest);
    return lines;
}

}  // namespace og::bench
