// SPDX-License-Identifier: MIT
#include "exclusions.hpp"

#include "files/input.hpp"
#include "manifest/lines_of.hpp"
#include "text/glob.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

#include <cstring>

namespace og::cli {

std::string Exclusions::add(std::string_view pattern) {
    const std::string shown = in_quotes(pattern);
    Pattern added{};
    added.takes_in = pattern.starts_with('!');
    if (added.takes_in) pattern.remove_prefix(1);
    while (pattern.ends_with(' ') && !pattern.ends_with("\\ ")) pattern.remove_suffix(1);
    added.folders_only = pattern.ends_with('/');
    if (added.folders_only) pattern.remove_suffix(1);
    added.whole_path = pattern.find('/') != std::string_view::npos;
    if (pattern.starts_with('/')) pattern.remove_prefix(1);
    if (pattern.empty()) return fmt::format("the pattern {} names nothing", shown);
    if (const std::string_view fault = fault_of_glob(pattern); !fault.empty())
        return fmt::format("the pattern {} is malformed: {}", shown, fault);
    added.text = pattern;
    patterns_.push_back(std::move(added));
    return "";
}

std::string Exclusions::add_file(const std::string &file) {
    Input input(file);
    if (!input.ok()) return fmt::format("{}: {}", title_of_manifest(file), input.why());
    LineReader lines(input, LineRules{});
    std::uint32_t number = 0;
    return take_lines(
        file, lines,
        [this](std::string_view line, std::uint32_t) {
            const bool blank = line.find_first_not_of(' ') == std::string_view::npos;
            return blank || line.starts_with('#') ? std::string() : add(line);
        },
        number);
}

bool Exclusions::leaves_out(std::string_view path, bool is_folder) const {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern) {
        if (pattern->folders_only && !is_folder) continue;
        if (matches_glob(pattern->text, pattern->whole_path ? path : name)) return !pattern->takes_in;
    }
    return false;
}

bool Exclusions::leaves_out_file(std::string_view path) const {
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
         slash = path.find('/', slash + 1))
        if (leaves_out(path.substr(0, slash), true)) return true;
    return leaves_out(path, false);
}

}  // namespace og::cli
