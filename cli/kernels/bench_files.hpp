// SPDX-License-Identifier: MIT
// Writes the files of `oldguard bench --output DIR`.
#pragma once

#include "bench/reports/report.hpp"

#include <string>

namespace og::cli {

class BenchFiles {
public:
    explicit BenchFiles(std::string folder);

    // Creates the folder if it is missing. Returns whether both files can be written, and prints the reason
    // if not.
    bool prepare() const;

    // Writes both files, each completely or not at all. Prints the reason and returns false after an error.
    bool write(const bench::Report &report) const;

    // Returns the last line of the summary, which names the files.
    std::string last_line() const;

private:
    std::string text_, json_;  // file names
};

}  // namespace og::cli
