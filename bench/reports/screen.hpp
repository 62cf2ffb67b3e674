// SPDX-License-Identifier: MIT
// The summary on one screen.
#pragma once

#include "report.hpp"

#include <cstddef>
#include <string>

namespace og::bench {

inline constexpr std::size_t screen_width = 100, screen_height = 40;

struct ScreenStyle {
    bool colour = false;
    std::string last_line;  // says where the table and the notes are; never cut
};

// Lines of at most screen_width, at most screen_height of them. Where there is no room for all
// operations, those where a peer is faster are kept before others, and a line counts the rest.
std::string as_screen(const Report &report, const ScreenStyle &style);

}  // namespace og::bench
