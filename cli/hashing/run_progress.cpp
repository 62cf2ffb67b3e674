// SPDX-License-Identifier: MIT
#include "run_progress.hpp"

#include "text/clock_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <unistd.h>

namespace og::cli {
namespace {

using namespace std::chrono_literals;

constexpr double bytes_per_mib = 1024.0 * 1024.0;

volatile std::sig_atomic_t progress_asked_for = 0;

void ask_for_progress(int) { progress_asked_for = 1; }

// Installs the handler. Reads of regular files are not interrupted, and those of pipes are repeated.
void install_handler(void (*handler)(int)) {
    struct sigaction action{};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, nullptr);
}

}  // namespace

RunProgress::RunProgress(bool always) : always_(always), terminal_(isatty(STDERR_FILENO) == 1) {
    start_ = Clock::now();
    due_ = start_ + (terminal_ ? 200ms : 10s);
    install_handler(ask_for_progress);
}

RunProgress::~RunProgress() { install_handler(SIG_DFL); }

void RunProgress::follow(const HashCounters &counters) { counters_ = &counters; }

void RunProgress::follow_none() {
    if (counters_ != nullptr) {
        files_ += counters_->files;
        bytes_ += counters_->bytes;
    }
    counters_ = nullptr;
}

void RunProgress::tick() {
    if (progress_asked_for != 0) {
        progress_asked_for = 0;
        hide();
        print(true);
    }
    if (!always_) return;
    const auto now = Clock::now();
    if (now < due_) return;
    due_ = now + (terminal_ ? 200ms : 10s);
    print(false);
}

std::string RunProgress::line(bool last) const {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const std::uint64_t files = files_ + (counters_ != nullptr ? counters_->files.load() : 0);
    const std::uint64_t bytes = bytes_ + (counters_ != nullptr ? counters_->bytes.load() : 0);
    const double mib = static_cast<double>(bytes) / bytes_per_mib;
    const double speed = mib / std::max(seconds, 1e-6);
    if (!totals_.known) return fmt::format("{} files, {:.0f} MiB, {:.0f} MiB/s", files, mib, speed);
    // Files may grow or appear after they were counted, so the percentage is limited to 100.
    const auto total = static_cast<double>(totals_.bytes);
    const double part = total > 0 ? std::min(1.0, static_cast<double>(bytes) / total) : 1.0;
    std::string text = fmt::format("{} of {} files, {:.0f} of {:.0f} MiB, {:.0f} %, {:.0f} MiB/s", files,
                                   totals_.files.load(), mib, total / bytes_per_mib, 100 * part, speed);
    if (!last && part > 0 && part < 1)
        text += fmt::format(", {} left", clock_text(seconds * (1 - part) / part));
    return text;
}

void RunProgress::print(bool last) {
    std::string text = line(last);
    if (terminal_ && !last) {
        text = "\r\x1b[K" + text;
        shown_ = true;
    } else {
        hide();
        text += '\n';
    }
    std::fwrite(text.data(), 1, text.size(), stderr);
}

void RunProgress::hide() {
    if (!shown_) return;
    std::fputs("\r\x1b[K", stderr);
    shown_ = false;
}

void RunProgress::finish() {
    if (always_) print(true);
}

}  // namespace og::cli
