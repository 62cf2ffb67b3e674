// SPDX-License-Identifier: MIT
#include "lines_of.hpp"

#include "sum/checkfile.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

#include <cstring>

namespace og::cli {
namespace {

std::string title_of_manifest(const std::string &file) {
    return shell_quoted(file == "-" ? "standard input" : file);
}

}  // namespace

std::string line_complaint(const std::string &file, std::uint64_t line, std::string_view why) {
    return fmt::format("{}: {}: {}", title_of_manifest(file), line, why);
}

std::string lines_of_input(const std::string &file, Input &input, const TakeLine &take) {
    LineReader lines(input, longest_line);
    std::string line;
    std::uint32_t number = 0;
    for (bool cut; lines.next(line, cut);) {
        if (++number == UINT32_MAX) return fmt::format("{}: too many lines", title_of_manifest(file));
        const std::string why =
            cut ? fmt::format("the line is longer than {} bytes", longest_line) : take(line, number);
        if (!why.empty()) return line_complaint(file, number, why);
    }
    if (lines.failed()) return fmt::format("{}: {}", title_of_manifest(file), std::strerror(input.error()));
    return "";
}

std::string lines_of_file(const std::string &file, const TakeLine &take) {
    Input input(file);
    if (!input.ok()) return fmt::format("{}: {}", title_of_manifest(file), std::strerror(input.error()));
    return lines_of_input(file, input, take);
}

std::string lines_of_text(const std::string &file, std::string_view text, const TakeLine &take) {
    for (std::uint32_t number = 1; !text.empty(); number++) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (const std::string why = take(line, number); !why.empty())
            return line_complaint(file, number, why);
    }
    return "";
}

}  // namespace og::cli
