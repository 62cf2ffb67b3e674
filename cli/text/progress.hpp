// SPDX-License-Identifier: MIT
// How far a long job has come, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace og::cli {

// Where it is shown. Unasked it is for someone who waits: not within the first second.
enum class Show { never, on_terminal, always };

// On a terminal one line that is redrawn five times a second, elsewhere a line every ten seconds,
// and in both a last line: "NAME: 1024 of 4096 MiB, 25 %, 1830 MiB/s, 0:02 left". Where the size is
// unknown (a pipe) the share and the time are left out.
class Progress {
public:
    // total in bytes, 0 when unknown.
    Progress(Show where, std::string_view name, std::uint64_t total);
    ~Progress() { finish(); }
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    void add(std::uint64_t bytes) {
        done_ += bytes;
        if (active_) show_when_due();
    }

    // Prints the last line; call it before a message about the same file.
    void finish();

private:
    using Clock = std::chrono::steady_clock;
    void show_when_due();
    void show(bool last);

    bool terminal_, active_;
    bool seen_;  // something was shown, or the last line is to be in any case
    std::string name_;
    std::uint64_t total_, done_ = 0;
    Clock::time_point start_, due_;
};

}  // namespace og::cli
