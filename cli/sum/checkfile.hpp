// SPDX-License-Identifier: MIT
// Reads check files: lines of digest and name as written by `oldguard sum`, sha1sum, openssl dgst and the BSD
// tools.
#pragma once

#include "hashing/digest.hpp"
#include "files/input.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

// Reads the lines of a file in constant memory.
class LineReader {
public:
    // A name has at most PATH_MAX (4096) bytes, and its escaped form twice that. A longer line cannot name a
    // file.
    static constexpr std::size_t max_line = 64 * 1024;

    explicit LineReader(Input &input, std::size_t most = max_line)
        : input_(input), buffer_(max_line), most_(most) {}

    // Reads the next line without its end (LF or CRLF). Discards bytes beyond `most` and sets `cut` then.
    // Returns false at the end of the file and after an error, which input.error() returns.
    bool next(std::string &line, bool &cut);
    bool failed() const { return failed_; }

private:
    Input &input_;
    std::vector<char> buffer_;
    std::size_t most_;
    std::size_t at_ = 0, end_ = 0;
    bool failed_ = false;
};

struct Entry {
    const Algorithm *algorithm;
    Digest digest;  // the first algorithm->size bytes
    std::string name;
};

// Parses the lines of check files. A line has one of three forms, after optional blanks and, if the name is
// escaped, a backslash:
//
//     DIGEST SP (SP | '*') NAME          GNU; '*' means that the file was read in binary mode
//     DIGEST SP NAME                     the reversed form of BSD; not in one run with GNU lines
//     TAG [SP] '(' NAME ')' [SP] '=' [SP] DIGEST
//
// The tag selects the algorithm. Without a tag the length of the digest does.
class EntryParser {
public:
    // Accepts the entries of one algorithm, or of all if `only` is NULL.
    explicit EntryParser(const Algorithm *only) : only_(only) {}

    // Returns the only algorithm that is accepted, or NULL.
    const Algorithm *only() const { return only_; }

    // Returns the entry of a line, or nothing if it is badly formatted.
    std::optional<Entry> parse(std::string_view line);

    // Says whether a line that starts with this text may be an entry.
    bool may_be_entry(std::string_view line) const;

    // Returns the algorithm that a badly formatted line probably means: that of its tag, else of the last
    // entry.
    const Algorithm &likely(std::string_view line) const;

private:
    // The start of a line, and the rest after it.
    struct Start {
        std::string_view rest;
        bool name_is_escaped;
        const Algorithm *tagged;  // the algorithm of the tag, or NULL
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
