// SPDX-License-Identifier: MIT
// Says how far a long run has come, on standard error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace og::bench {

class Progress {
public:
    // On a terminal one line, written over; elsewhere a line after five seconds, and from then on at
    // intervals that grow, so that a log stays short. `who` begins each line: "oldguard bench".
    explicit Progress(std::string who);
    ~Progress() { clear(); }
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    // Whether enough time went by for another line. Cheap.
    bool due() const;

    // Shows "what: 12 of 34 (35 %)", or only what where all is 0; does nothing before due().
    void show(const std::string &what, std::size_t done, std::size_t all);

    // Removes the line from the terminal.
    void clear();

private:
    std::string who_;
    bool terminal_;
    bool shown_ = false;
    double interval_;  // nanoseconds
    std::uint64_t last_;
};

}  // namespace og::bench
