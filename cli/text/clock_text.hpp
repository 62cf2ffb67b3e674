// SPDX-License-Identifier: MIT
// Formats a duration.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <string>

namespace og::cli {

// Formats seconds as "0:09", "12:34" or "1:02:03".
inline std::string clock_text(double seconds) {
    const auto s = static_cast<std::uint64_t>(seconds);
    return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60)
                    : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace og::cli
