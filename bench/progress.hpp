// SPDX-License-Identifier: MIT
// One line on the terminal that says how far a long run has come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace og::bench {

class Progress {
public:
    // Silent unless standard error is a terminal.
    Progress();
    ~Progress() { clear(); }
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    // Whether enough time went by for another line. Cheap.
    bool due() const;

    // Shows "what: 12 of 34 (35 %)", or only what where all is 0; does nothing before due().
    void show(const std::string &what, std::size_t done, std::size_t all);

    // Removes the line.
    void clear();

private:
    bool terminal_;
    bool shown_ = false;
    std::uint64_t last_ = 0;
};

}  // namespace og::bench
