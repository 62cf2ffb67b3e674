// SPDX-License-Identifier: MIT
// What an audit says on standard error beside its report.
#pragma once

#include "findings.hpp"

#include <string>
#include <vector>

namespace og::cli {

// The messages about an audit that may be a success. They are kept back with --quiet until it is none.
class Notes {
public:
    explicit Notes(bool keep) : keep_(keep) {}

    void add(std::string text);

    // Prints the messages that were kept back, and from now on all.
    void release();

private:
    bool keep_;
    std::vector<std::string> kept_;
};

// Says what the reader of the manifest noticed.
void tell_about(const Manifest &manifest, const std::string &title, Notes &notes);

// Says what explains differences between the manifest and the disk.
void tell_about(const Manifest &manifest, const Findings &findings, Notes &notes);

}  // namespace og::cli
