// SPDX-License-Identifier: MIT
// The files of `oldguard bench --output DIR`.
#pragma once

#include "bench/reports/report.hpp"

#include <string>

namespace og::cli {

class BenchFiles {
public:
    explicit BenchFiles(std::string folder);

    // Makes the folder where it is missing, and tries whether both files can be written. False, with
    // the reason on standard error, when not.
    bool prepare() const;

    // Writes both, each complete or not at all. False, with the reason on standard error, when not.
    bool write(const bench::Report &report) const;

    // The line that ends the summary: where the files are, and how to read them.
    std::string last_line() const;

private:
    std::string text_, json_;  // file names
};

}  // namespace og::cli
