// SPDX-License-Identifier: MIT
// Formats the summary of a report for one screen.
#pragma once

#include "report.hpp"

#include <cstddef>
#include <string>

namespace og::bench {

inline constexpr std::size_t screen_width = 100, screen_height = 40;

struct ScreenStyle {
    bool colour = false;
    std::string last_line;  // names the place of the table and the notes; never cut
};

// Returns at most screen_height lines of at most screen_width characters. If the operations do not all fit,
// those in which a peer is faster are kept first, and a line counts the others.
std::string as_screen(const Report &report, const ScreenStyle &style);

}  // namespace og::bench
