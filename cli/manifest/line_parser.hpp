// SPDX-License-Identifier: MIT
// The parsers of the formats that consist of lines. Each is in the file of its format.
#pragma once

#include "read_manifest.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace og::cli {

// Adds the entries of the lines of one manifest.
class LineParser {
public:
    virtual ~LineParser() = default;

    // Parses a line without its end. Lines are counted from 1. Returns "" or the reason why the line is
    // refused.
    virtual std::string take(std::string_view line, std::uint32_t number) = 0;

    // Must be called after the last line. Returns "" or the reason why the end is refused.
    virtual std::string end() { return ""; }
};

// The functions return a parser, which keeps references to both arguments.
std::unique_ptr<LineParser> checksum_parser(const ReadOptions &options, Manifest &manifest);  // GNU, BSD
std::unique_ptr<LineParser> hashdeep_parser(const ReadOptions &options, Manifest &manifest);
std::unique_ptr<LineParser> mtree_parser(const ReadOptions &options, Manifest &manifest);
std::unique_ptr<LineParser> json_parser(const ReadOptions &options, Manifest &manifest);

}  // namespace og::cli
