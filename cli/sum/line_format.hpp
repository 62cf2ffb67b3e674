// SPDX-License-Identifier: MIT
// The formats of the lines that `oldguard sum` prints.
#pragma once

#include "hashing/request.hpp"

#include <string>
#include <string_view>

namespace og::cli {

enum class Format { gnu, bsd, hashdeep, bagit, jsonl };

struct LineFormat {
    Format format = Format::gnu;
    const Algorithm *algorithm = &sha1;
    bool binary = false;    // gnu: print * before the name
    bool git_blob = false;  // the digests are those of git objects
    bool zero = false;      // gnu, bsd: end lines with NUL and do not escape names
};

// Returns what comes before the first line: the header of a hashdeep file, else nothing.
std::string header(const LineFormat &format);

// Returns whether the format can express a name. hashdeep has no escapes for a line feed, and not for a
// carriage return at the end, which its readers take for a part of the line end.
bool can_write(const LineFormat &format, std::string_view name);

// Appends the line of a file that was hashed.
void append_line(std::string &text, const LineFormat &format, const Result &result);

}  // namespace og::cli
