// SPDX-License-Identifier: MIT
// JSON lines: one object for each file and one summary.
#pragma once

#include "hashing/request.hpp"

#include <cstdint>
#include <string>

namespace og::cli {

// Appends the object of a file, hashed or not, without the end of the line. A name that is not UTF-8 is
// "name_b64", in base64 (RFC 4648 section 4). The digest is "sha1", "whirlpool" or, with Prefix::git_blob,
// "git_blob".
void append_json(std::string &text, const Result &result, bool git_blob);

// What a run did, for its summary.
struct RunSummary {
    std::uint64_t files = 0, bytes = 0;          // hashed
    std::uint64_t unreadable = 0, attacked = 0;  // files
    double seconds = 0;
    bool complete = false;  // the run was not stopped before its end
};

void append_json(std::string &text, const RunSummary &summary);

}  // namespace og::cli
