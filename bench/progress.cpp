// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include "timing/clock.hpp"

#include <fmt/core.h>

#include <cstdio>

#include <unistd.h>

namespace og::bench {

Progress::Progress() : terminal_(isatty(STDERR_FILENO) == 1) {}

bool Progress::due() const { return terminal_ && now_ns() - last_ > 100000000u; }

void Progress::show(const std::string &what, std::size_t done, std::size_t all) {
    if (!due())
        return;
    if (all)
        fmt::print(stderr, "\r\033[K{}: {} of {} ({} %)", what, done, all, done * 100 / all);
    else
        fmt::print(stderr, "\r\033[K{}", what);
    std::fflush(stderr);
    shown_ = true;
    last_ = now_ns();
}

void Progress::clear() {
    if (shown_) {
        fmt::print(stderr, "\r\033[K");
        std::fflush(stderr);
    }
    shown_ = false;
}

}  // namespace og::bench
