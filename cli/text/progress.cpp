// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include "os/file.hpp"
#include "os/terminal.hpp"
#include "quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace og::cli {
namespace {

using namespace std::chrono_literals;

constexpr double mib = 1024.0 * 1024.0;

// Formats seconds as "0:09", "12:34" or "1:02:03".
std::string clock_text(double seconds) {
    const auto s = static_cast<std::uint64_t>(seconds);
    return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60)
                    : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace

Progress::Progress(Show where, std::string_view name, std::uint64_t total)
    : terminal_(where != Show::never && os::is_terminal(STDERR_FILENO)),
      active_(terminal_ || where == Show::always),
      seen_(where == Show::always),
      total_(total) {
    if (!active_) return;
    name_ = shell_quoted(name);
    start_ = Clock::now();
    due_ = start_ + (!seen_ ? 1s : terminal_ ? 200ms : 10s);
}

void Progress::show_when_due() {
    auto now = Clock::now();
    if (now < due_) return;
    due_ = now + (terminal_ ? 200ms : 10s);
    seen_ = true;
    show(false);
}

void Progress::show(bool last) {
    double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    double done = static_cast<double>(done_) / mib;
    std::string line = fmt::format("{}: {:.0f}", name_, done);
    // A file may grow while it is read, so the percentage is limited to 100.
    if (total_ > 0)
        line += fmt::format(" of {:.0f} MiB, {:.0f} %", static_cast<double>(total_) / mib,
                            100.0 * std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_)));
    else
        line += " MiB";
    line += fmt::format(", {:.0f} MiB/s", done / std::max(seconds, 1e-6));
    if (!last && done_ > 0 && done_ < total_)
        line += fmt::format(", {} left", clock_text(seconds * static_cast<double>(total_ - done_) /
                                                    static_cast<double>(done_)));
    if (terminal_)
        line = fmt::format("\r{}\x1b[K{}", line, last ? "\n" : "");
    else
        line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

void Progress::finish() {
    if (active_ && seen_) show(true);
    active_ = false;
}

}  // namespace og::cli
