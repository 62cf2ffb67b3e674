// SPDX-License-Identifier: MIT
// Options whose value is one of a few names.
#pragma once

#include <CLI/CLI.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

// Lets the parser take these names alone, without regard to case and hyphens: SHA-1 is taken for
// sha1. For CLI::Option::transform, since check() would keep the user's spelling.
inline CLI::Validator one_of(const std::vector<std::string> &names) {
    return CLI::IsMember(names, [](const std::string &name) {
        return CLI::detail::to_lower(CLI::detail::find_and_replace(name, "-", ""));
    });
}

template <std::size_t N> CLI::Validator one_of(const std::array<std::string_view, N> &names) {
    return one_of(std::vector<std::string>(names.begin(), names.end()));
}

}  // namespace og::cli
