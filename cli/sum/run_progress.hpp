// SPDX-License-Identifier: MIT
// Shows the progress of a run over many files on standard error.
#pragma once

#include "hashing/pipeline.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace og::cli {

// The files and bytes that a run will hash. Written by the thread that counts them.
struct RunTotals {
    std::atomic<std::uint64_t> files{0}, bytes{0};
    std::atomic<bool> known{false};  // all were counted
};

// Updates a line on a terminal five times per second, or prints a line every ten seconds otherwise, and a
// last line at the end: "1234 files, 5678 MiB, 1830 MiB/s", and after the totals are known "1234 of 2000
// files, 5678 of 9000 MiB, 63 %, 1830 MiB/s, 0:02 left". SIGUSR1 prints the line once, also if `always` is
// false. At most one object exists at a time.
class RunProgress {
public:
    // always: show the line without a signal. unit: what the counter of files counts.
    explicit RunProgress(bool always, std::string_view unit = "files");
    ~RunProgress();
    RunProgress(const RunProgress &) = delete;
    RunProgress &operator=(const RunProgress &) = delete;

    // For HashOptions::counters.
    HashCounters &counters() { return counters_; }
    RunTotals &totals() { return totals_; }

    // Shows the line if it is due.
    void tick();

    // Removes the line from the terminal, before other output.
    void hide();

    // Prints the last line.
    void finish();

    // Prints the line. Allocates no memory and takes no lock, for a signal handler.
    void print(bool last) const;

private:
    using Clock = std::chrono::steady_clock;

    const bool always_, terminal_;
    const std::string_view unit_;
    bool shown_ = false;  // the line is on the terminal
    HashCounters counters_;
    RunTotals totals_;
    Clock::time_point start_, due_;
};

}  // namespace og::cli
