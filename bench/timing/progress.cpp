// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include <fmt/core.h>

#include <cstdio>

#include <unistd.h>

namespace og::bench {

namespace {

constexpr double most_silence = 5e9;  // nanoseconds between two lines of a log

}  // namespace

Progress::Progress(std::string who, std::uint64_t (*now)())
    : who_(std::move(who)),
      terminal_(isatty(STDERR_FILENO) == 1),
      interval_(terminal_ ? 1e8 : most_silence),
      now_(now),
      last_(now()) {}

bool Progress::due() const { return static_cast<double>(now_() - last_) > interval_; }

void Progress::show(const std::string &what, std::size_t done, std::size_t all) {
    if (!due()) return;
    std::string line = fmt::format("{}: {}", who_, what);
    if (all) line += fmt::format(": {} of {} ({} %)", done, all, done * 100 / all);
    fmt::print(stderr, "{}{}{}", terminal_ ? "\r\033[K" : "", line, terminal_ ? "" : "\n");
    std::fflush(stderr);
    shown_ = terminal_;
    last_ = now_();
}

void Progress::clear() {
    if (shown_) {
        fmt::print(stderr, "\r\033[K");
        std::fflush(stderr);
    }
    shown_ = false;
}

}  // namespace og::bench
