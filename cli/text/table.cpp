// SPDX-License-Identifier: MIT
#include "table.hpp"

#include <bench/reports/columns.hpp>

#include <algorithm>

namespace og::cli {

std::string aligned(const std::vector<std::vector<std::string>> &rows,
                    const std::vector<std::size_t> &right) {
    std::size_t count = 0;
    for (const auto &row : rows) count = std::max(count, row.size());
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < count; i++)
        if (std::find(right.begin(), right.end(), i) == right.end()) left.push_back(i);
    std::string text;
    for (const std::string &line : bench::columns(rows, left)) text += line + '\n';
    return text;
}

}  // namespace og::cli
