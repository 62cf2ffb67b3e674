// SPDX-License-Identifier: MIT
// Validates options whose value is one of a few names.
#pragma once

#include <CLI/CLI.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

// Accepts only these names and ignores case and hyphens: SHA-1 means sha1. For CLI::Option::transform,
// because check() would keep the user's spelling.
inline CLI::Validator one_of(const std::vector<std::string> &names) {
    return CLI::IsMember(names, [](const std::string &name) {
        return CLI::detail::to_lower(CLI::detail::find_and_replace(name, "-", ""));
    });
}

template <std::size_t N> CLI::Validator one_of(const std::array<std::string_view, N> &names) {
    return one_of(std::vector<std::string>(names.begin(), names.end()));
}

}  // namespace og::cli
