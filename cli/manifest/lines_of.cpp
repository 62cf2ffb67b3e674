// SPDX-License-Identifier: MIT
#include "lines_of.hpp"

#include "text/quote.hpp"

#include <fmt/format.h>

namespace og::cli {

std::string title_of_manifest(const std::string &file) {
    return shell_quoted(file == "-" ? "standard input" : file);
}

std::string line_complaint(const std::string &file, std::uint64_t line, std::string_view why) {
    return fmt::format("{}: {}: {}", title_of_manifest(file), line, why);
}

std::string take_lines(const std::string &file, LineReader &lines, const TakeLine &take,
                       std::uint32_t &number) {
    std::string line;
    for (bool cut; lines.next(line, cut);) {
        if (++number == UINT32_MAX) return fmt::format("{}: too many lines", title_of_manifest(file));
        const std::string why =
            cut ? fmt::format("the line is longer than {} bytes", longest_line) : take(line, number);
        if (!why.empty()) return line_complaint(file, number, why);
    }
    return lines.why().empty() ? "" : fmt::format("{}: {}", title_of_manifest(file), lines.why());
}

}  // namespace og::cli
