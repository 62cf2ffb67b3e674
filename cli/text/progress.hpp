// SPDX-License-Identifier: MIT
// Shows the progress of a long job on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace og::cli {

// When progress is shown. on_terminal shows it only after the first second.
enum class Show { never, on_terminal, always };

// Updates a line on a terminal five times per second, or prints a line every ten seconds otherwise, and a
// last line at the end: "NAME: 1024 of 4096 MiB, 25 %, 1830 MiB/s, 0:02 left". Without the percentage and the
// time left if the size is unknown (a pipe).
class Progress {
public:
    // total: bytes, or 0 if unknown.
    Progress(Show where, std::string_view name, std::uint64_t total);
    ~Progress() { finish(); }
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    void add(std::uint64_t bytes) {
        done_ += bytes;
        if (active_) show_when_due();
    }

    // Prints the last line. Must be called before a message about the same file.
    void finish();

private:
    using Clock = std::chrono::steady_clock;
    void show_when_due();
    void show(bool last);

    bool terminal_, active_;
    bool seen_;  // a line was shown, or the last line is always shown
    std::string name_;
    std::uint64_t total_, done_ = 0;
    Clock::time_point start_, due_;
};

}  // namespace og::cli
