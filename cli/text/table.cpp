// SPDX-License-Identifier: MIT
#include "table.hpp"

#include <algorithm>

namespace og::cli {

std::string aligned(const std::vector<std::vector<std::string>> &rows,
                    const std::vector<std::size_t> &right) {
    std::vector<std::size_t> widths;
    for (const auto &row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); i++)
            widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const auto &row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); i++) {
            std::string space(widths[i] - row[i].size(), ' ');
            bool flush_right = std::find(right.begin(), right.end(), i) != right.end();
            line += (i > 0 ? "  " : "") + (flush_right ? space + row[i] : row[i] + space);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

}  // namespace og::cli
