// SPDX-License-Identifier: MIT
#include "sum_verify.hpp"

#include "messages.hpp"
#include "output.hpp"
#include "sum_names.hpp"

#include <algorithm>
#include <cstdint>

namespace og::cli {
namespace {

struct Counts {
    std::uint64_t entries = 0, bad_lines = 0, unreadable = 0, mismatched = 0, matched = 0;
};

// One line about a file. Here sha1sum escapes a name only where it would break the line.
bool report(const std::string &name, const char *result) {
    bool escape = name.find('\n') != std::string::npos;
    return print(fmt::format("{}{}: {}\n", escape ? "\\" : "", escape ? escaped(name) : name,
                             result));
}

// False once standard output is broken: nobody would see the rest.
bool verify_entry(const Entry &entry, const VerifyOptions &options, FileHasher &hasher,
                  Counts &counts) {
    Digest digest;
    switch (hasher.hash(entry.name, *entry.algorithm, digest)) {
    case Hashed::missing:
        return true;
    case Hashed::no:
        counts.unreadable++;
        return options.status || report(entry.name, "FAILED open or read");
    case Hashed::yes:
        break;
    }
    bool same = std::equal(digest.begin(), digest.begin() + entry.algorithm->size,
                           entry.digest.begin());
    (same ? counts.matched : counts.mismatched)++;
    if (options.status || (same && options.quiet))
        return true;
    return report(entry.name, same ? "OK" : "FAILED");
}

void warn_count(std::uint64_t count, const char *one, const char *many) {
    if (count > 0)
        complain("sum", fmt::format("WARNING: {} {}", count, count == 1 ? one : many));
}

void summarize(const std::string &title, const VerifyOptions &options, const Counts &counts) {
    if (counts.entries == 0) {
        complain("sum", title + ": no properly formatted checksum lines found");
        return;
    }
    if (options.status)
        return;
    warn_count(counts.bad_lines, "line is improperly formatted", "lines are improperly formatted");
    warn_count(counts.unreadable, "listed file could not be read",
               "listed files could not be read");
    warn_count(counts.mismatched, "computed checksum did NOT match",
               "computed checksums did NOT match");
    if (options.ignore_missing && counts.matched == 0)
        complain("sum", title + ": no file was verified");
}

}  // namespace

bool verify(const std::string &check_file, const VerifyOptions &options, EntryParser &parser,
            FileHasher &hasher) {
    bool is_stdin = check_file == "-";
    std::string title = shell_quoted(is_stdin ? "standard input" : check_file);
    Input input(check_file);
    if (!input.ok()) {
        complain_errno("sum", check_file, input.error());
        return false;
    }
    Counts counts;
    LineReader lines(input);
    std::string line;
    std::uint64_t number = 0;
    for (bool cut; lines.next(line, cut);) {
        number++;
        if (line.starts_with('#') || line.empty())
            continue;
        auto entry = cut ? std::nullopt : parser.parse(line);
        // Standard input cannot hold both the list and a listed file.
        if (!entry || (is_stdin && entry->name == "-")) {
            counts.bad_lines++;
            if (options.warn)
                complain("sum", fmt::format("{}: {}: improperly formatted {} checksum line", title,
                                            number, parser.likely(line).tag));
            continue;
        }
        counts.entries++;
        if (!verify_entry(*entry, options, hasher, counts))
            return false;
    }
    if (lines.failed()) {
        complain("sum", title + ": read error");
        return false;
    }
    summarize(title, options, counts);
    return counts.matched > 0 && counts.mismatched == 0 && counts.unreadable == 0 &&
           !(options.strict && counts.bad_lines > 0);
}

}  // namespace og::cli
