// SPDX-License-Identifier: MIT
// How far a long job has come, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace og::cli {

// On a terminal one line that is redrawn five times a second, elsewhere a line every ten seconds,
// and in both a last line: "NAME: 1024 of 4096 MiB, 25 %, 1830 MiB/s". Where the size is unknown
// (a pipe) the share is left out.
class Progress {
  public:
    // total in bytes, 0 when unknown. An inactive one does nothing.
    Progress(bool active, std::string_view name, std::uint64_t total);
    ~Progress() { finish(); }
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    void add(std::uint64_t bytes) {
        done_ += bytes;
        if (active_)
            show_when_due();
    }

    // Prints the last line; call it before a message about the same file.
    void finish();

  private:
    using Clock = std::chrono::steady_clock;
    void show_when_due();
    void show(bool last);

    bool active_, terminal_;
    std::string name_;
    std::uint64_t total_, done_ = 0;
    Clock::time_point start_, due_;
};

}  // namespace og::cli
