// SPDX-License-Identifier: MIT
// Reads check files: lines of digest and name as written by `oldguard sum`, sha1sum, openssl dgst and the BSD
// tools.
#pragma once

#include "hashing/digest.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace og::cli {

struct Entry {
    const Algorithm *algorithm;
    Digest digest;  // the first algorithm->size bytes
    std::string name;
    bool by_length = false;  // the length of the digest, not a tag, tells the algorithm
};

// A line that is no entry. It has one of the members.
struct NoEntry {
    std::string other;  // the algorithm of an entry that this program cannot compute, such as "MD5"
    std::string name;   // of the file of that entry
    std::string why;    // what the line is instead, if that is known
};

// Returns the name of an algorithm that the command lacks and whose digests have this number of hexadecimal
// digits, or "".
std::string_view other_of_size(std::size_t digits);

// Returns whether a line of a check file is empty, a comment, or what a distinfo file of a BSD port has
// beside digests: an RCS id, the time and the sizes.
bool is_comment(std::string_view line);

// Parses the lines of check files. A line has one of three forms, after optional blanks and, if the name is
// escaped, a backslash:
//
//     DIGEST SP (SP | '*') NAME          GNU; '*' means that the file was read in binary mode
//     DIGEST SP NAME                     the reversed form of BSD; not in one run with GNU lines
//     TAG [SP...] '(' NAME ')' [SP...] '=' [SP...] DIGEST
//
// The digest is hexadecimal, and after a tag it may be base64.
// The tag selects the algorithm: SHA1, SHA-1 or WHIRLPOOL in either case. Without a tag the length of the
// digest does.
class EntryParser {
public:
    // A name has at most PATH_MAX (4096) bytes, and its escaped form twice that. A longer line cannot name a
    // file.
    static constexpr std::size_t max_line = 64 * 1024;

    // Accepts the entries of one algorithm, or of all if `only` is NULL.
    explicit EntryParser(const Algorithm *only) : only_(only) {}

    // Must be called before a list whose lines end with NUL, which have no escapes, and after it.
    void set_escapes(bool has_escapes) { has_escapes_ = has_escapes; }

    // Takes the name of the list, which tells what the digests are that have no tag: SHA512SUMS has none of
    // Whirlpool, and x.rmd160 has none of SHA-1.
    void set_list_name(std::string_view name);

    // Returns the only algorithm that is accepted, or NULL.
    const Algorithm *only() const { return only_; }

    // Returns the entry of a line, or nothing if it is badly formatted.
    std::optional<Entry> parse(std::string_view line);

    // Describes a line for which parse() returned nothing.
    NoEntry describe(std::string_view line) const;

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

    // Returns the algorithm of untagged digests of this many digits that is not known here, or "".
    std::string_view other_of(std::size_t digits) const;

    Start start_of(std::string_view line) const;
    const Algorithm *algorithm_of_digest(std::string_view rest) const;
    std::optional<Entry> parse_tagged(const Algorithm &algorithm, std::string_view rest,
                                      bool name_is_escaped);
    std::optional<Entry> parse_plain(std::string_view rest, bool name_is_escaped);

    const Algorithm *only_;
    const Algorithm *last_ = nullptr;
    enum { undecided, gnu, reversed } form_ = undecided;
    bool has_escapes_ = true;
    // The algorithms of 40 and of 128 digits without a tag, if they are not SHA-1 and Whirlpool.
    std::string_view short_digests_, long_digests_;
};

// Counts the comparisons of digests without a tag, whose algorithm their length tells.
struct Guesses {
    struct Count {
        std::uint64_t matched = 0, mismatched = 0;
    } sha1, whirlpool;

    void add(const Algorithm &algorithm, bool matched);

    // Returns what the digests of one length may be if none of them matches, else "". One file that differs
    // is no hint that its digest is not of SHA-1.
    std::string_view message() const;
};

}  // namespace og::cli
