// SPDX-License-Identifier: MIT
#include "run_progress.hpp"

#include "files/write_all.hpp"
#include "os/file.hpp"
#include "os/signals.hpp"
#include "os/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

namespace og::cli {
namespace {

using namespace std::chrono_literals;

// For the handler of SIGUSR1.
std::atomic<const RunProgress *> progress_of_run{nullptr};

void print_progress() {
    const int error = errno;
    if (const RunProgress *progress = progress_of_run; progress != nullptr) progress->print(true);
    errno = error;
}

constexpr std::uint64_t in_mib(std::uint64_t bytes) { return (bytes + (1 << 19)) >> 20; }

}  // namespace

RunProgress::RunProgress(bool always, std::string_view unit)
    : always_(always), terminal_(os::is_terminal(STDERR_FILENO)), unit_(unit) {
    start_ = Clock::now();
    due_ = start_ + (terminal_ ? 200ms : 10s);
    progress_of_run = this;
    os::on_progress_request(print_progress);
}

RunProgress::~RunProgress() {
    os::on_progress_request(nullptr);
    progress_of_run = nullptr;
}

void RunProgress::tick() {
    if (!always_) return;
    const auto now = Clock::now();
    if (now < due_) return;
    due_ = now + (terminal_ ? 200ms : 10s);
    print(false);
    shown_ = terminal_;
}

void RunProgress::print(bool last) const {
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
    const auto milliseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(elapsed, 1));
    const std::uint64_t files = counters_.files, bytes = counters_.bytes;
    const std::uint64_t speed = in_mib(bytes) * 1000 / milliseconds;
    char text[256];
    char *at = text;
    if (terminal_) at = fmt::format_to(at, "\r\x1b[K");
    if (!totals_.known) {
        at = fmt::format_to(at, "{} {}, {} MiB, {} MiB/s", files, unit_, in_mib(bytes), speed);
    } else {
        // Files may grow or appear after they were counted, so the percentage is limited to 100.
        const std::uint64_t total = totals_.bytes, done = std::min(bytes, total);
        at = fmt::format_to(at, "{} of {} {}, {} of {} MiB, {} %, {} MiB/s", files, totals_.files.load(),
                            unit_, in_mib(bytes), in_mib(total),
                            total == 0 ? 100
                                       : static_cast<unsigned>(100.0 * static_cast<double>(done) /
                                                               static_cast<double>(total)),
                            speed);
        if (!last && done > 0 && done < total) {
            const auto left =
                static_cast<std::uint64_t>(static_cast<double>(milliseconds) / 1000 *
                                           static_cast<double>(total - done) / static_cast<double>(done));
            at = left < 3600
                     ? fmt::format_to(at, ", {}:{:02} left", left / 60, left % 60)
                     : fmt::format_to(at, ", {}:{:02}:{:02} left", left / 3600, left / 60 % 60, left % 60);
        }
    }
    if (!terminal_ || last) *at++ = '\n';
    write_all(STDERR_FILENO, text, static_cast<std::size_t>(at - text));
}

void RunProgress::hide() {
    constexpr std::string_view erase = "\r\x1b[K";
    if (shown_) write_all(STDERR_FILENO, erase.data(), erase.size());
    shown_ = false;
}

void RunProgress::finish() {
    if (always_) print(true);
    shown_ = false;
}

}  // namespace og::cli
