// SPDX-License-Identifier: MIT
// Reports the progress of a long run on standard error.
#pragma once

#include "clock.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace og::bench {

class Progress {
public:
    // On a terminal the progress is one line that is overwritten. Elsewhere it is a line each five
    // seconds. Each line begins with `who`.
    explicit Progress(std::string who, std::uint64_t (*now)() = now_ns);  // in nanoseconds
    ~Progress() { clear(); }
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    // Returns whether it is time for another line. Cheap.
    bool due() const;

    // Shows "what: 12 of 34 (35 %)", or "what" if `all` is 0. Does nothing unless due().
    void show(const std::string &what, std::size_t done, std::size_t all);

    // Erases the line on the terminal.
    void clear();

private:
    std::string who_;
    bool terminal_;
    bool shown_ = false;
    const double interval_;  // nanoseconds
    std::uint64_t (*const now_)();
    std::uint64_t last_;
};

}  // namespace og::bench
