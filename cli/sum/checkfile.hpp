// SPDX-License-Identifier: MIT
// Check files: lines of digest and name, as `oldguard sum`, sha1sum, openssl dgst and the BSD tools
// write them.
#pragma once

#include "digest.hpp"
#include "files/input.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

// Lines of a file in constant memory.
class LineReader {
public:
    // A name is at most PATH_MAX (4096) bytes and its escaped form twice that: an entry longer than
    // this names no file, and is not kept.
    static constexpr std::size_t max_line = 64 * 1024;

    explicit LineReader(Input &input) : input_(input), buffer_(max_line) {}

    // The next line without its end (LF or CRLF). What is beyond max_line is dropped and sets
    // `cut`. False at the end or on an error, which input.error() then says.
    bool next(std::string &line, bool &cut);
    bool failed() const { return failed_; }

private:
    Input &input_;
    std::vector<char> buffer_;
    std::size_t at_ = 0, end_ = 0;
    bool failed_ = false;
};

struct Entry {
    const Algorithm *algorithm;
    Digest digest;  // the first algorithm->size bytes
    std::string name;
};

// Reads the lines of check files. Three forms are known, each after optional blanks and, when the
// name is escaped, a backslash:
//
//     DIGEST SP (SP | '*') NAME          GNU; '*' says that the file was read in binary
//     DIGEST SP NAME                     the reversed form of BSD; not in one run with GNU's
//     TAG [SP] '(' NAME ')' [SP] '=' [SP] DIGEST
//
// The tag decides the algorithm, or else the digest's length.
class EntryParser {
public:
    // Accepts the entries of one algorithm, or of all where it is NULL.
    explicit EntryParser(const Algorithm *only) : only_(only) {}

    std::optional<Entry> parse(std::string_view line);

    // Says whether the line of which this is only the beginning may be an entry.
    bool may_be_entry(std::string_view line) const;

    // The algorithm that a bad line most likely meant: that of its tag, else of the last entry.
    const Algorithm &likely(std::string_view line) const;

private:
    // What a line begins with, and the rest of it.
    struct Start {
        std::string_view rest;
        bool name_is_escaped;
        const Algorithm *tagged;  // NULL without a tag
    };

    Start start_of(std::string_view line) const;
    const Algorithm *algorithm_of_digest(std::string_view rest) const;
    std::optional<Entry> parse_tagged(const Algorithm &algorithm, std::string_view rest,
                                      bool name_is_escaped);
    std::optional<Entry> parse_plain(std::string_view rest, bool name_is_escaped);

    const Algorithm *only_;
    const Algorithm *last_ = nullptr;
    enum { undecided, gnu, reversed } form_ = undecided;
};

}  // namespace og::cli
