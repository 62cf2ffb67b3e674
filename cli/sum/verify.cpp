// SPDX-License-Identifier: MIT
#include "verify.hpp"

#include "files/output.hpp"
#include "names.hpp"
#include "text/messages.hpp"

#include <algorithm>
#include <cstdint>

namespace og::cli {
namespace {

struct Counts {
    std::uint64_t entries = 0, bad_lines = 0, unreadable = 0, mismatched = 0, matched = 0;
    std::uint64_t attacked = 0;
};

// Compares and reports the entries of one check file.
class Verifier final : public Results {
public:
    Verifier(const VerifyOptions &options, Counts &counts) : options_(options), counts_(counts) {}

    bool result(const Request &request, const Outcome &outcome) override {
        if (outcome.kind == Outcome::missing && options_.ignore_missing) return true;
        if (outcome.kind != Outcome::hashed) {
            counts_.unreadable++;
            const bool go_on = lines_.flush();
            complain("sum", fmt::format("{}: {}", shell_quoted(request.name), outcome.why));
            return go_on && (options_.status || report(request.name, "FAILED open or read"));
        }
        bool same = std::equal(request.expected.begin(), request.expected.begin() + request.algorithm->size,
                               outcome.digest.begin());
        (same ? counts_.matched : counts_.mismatched)++;
        if (outcome.attacked) {
            counts_.attacked++;
            if (!lines_.flush()) return false;
            complain_attack(request.name);
        }
        if (options_.status || (same && options_.quiet)) return true;
        return report(request.name, same ? "OK" : "FAILED");
    }
    bool pause() override { return lines_.flush(); }

private:
    // Prints a line about a file. In these lines sha1sum escapes a name only if it contains a line feed.
    bool report(const std::string &name, const char *result) {
        bool escape = name.find('\n') != std::string::npos;
        return lines_.add(
            fmt::format("{}{}: {}\n", escape ? "\\" : "", escape ? escaped(name) : name, result));
    }

    const VerifyOptions &options_;
    Counts &counts_;
    Lines lines_;
};

void warn_count(std::uint64_t count, const char *one, const char *many) {
    if (count > 0) complain("sum", fmt::format("WARNING: {} {}", count, count == 1 ? one : many));
}

void summarize(const std::string &title, const VerifyOptions &options, const Counts &counts) {
    if (counts.entries == 0) {
        complain("sum", title + ": no properly formatted checksum lines found");
        return;
    }
    if (options.status) return;
    warn_count(counts.bad_lines, "line is improperly formatted", "lines are improperly formatted");
    warn_count(counts.unreadable, "listed file could not be read", "listed files could not be read");
    warn_count(counts.mismatched, "computed checksum did NOT match", "computed checksums did NOT match");
    if (options.ignore_missing && counts.matched == 0) complain("sum", title + ": no file was verified");
}

}  // namespace

bool verify(const std::string &check_file, const VerifyOptions &options, EntryParser &parser,
            const HashOptions &how) {
    bool is_stdin = check_file == "-";
    std::string title = shell_quoted(is_stdin ? "standard input" : check_file);
    Input input(check_file);
    if (!input.ok()) {
        complain_errno("sum", check_file, input.error());
        return false;
    }
    Counts counts;
    Verifier verifier(options, counts);
    FileHasher hasher(how, verifier);
    LineReader lines(input);
    std::string line;
    std::uint64_t number = 0;
    for (bool cut; lines.next(line, cut);) {
        number++;
        if (line.starts_with('#') || line.empty()) continue;
        if (cut && parser.may_be_entry(line)) {
            counts.entries++;
            counts.unreadable++;
            if (!hasher.flush()) return false;
            complain("sum", fmt::format("{}: {}: the line is longer than {} bytes", title, number,
                                        LineReader::max_line));
            continue;
        }
        auto entry = cut ? std::nullopt : parser.parse(line);
        // Standard input cannot hold both the list and a listed file.
        if (!entry || (is_stdin && entry->name == "-")) {
            counts.bad_lines++;
            if (!options.warn) continue;
            if (!hasher.flush()) return false;
            complain("sum", fmt::format("{}: {}: improperly formatted {} checksum line", title, number,
                                        parser.likely(line).tag));
            continue;
        }
        counts.entries++;
        if (!hasher.add({std::move(entry->name), entry->algorithm, entry->digest})) return false;
    }
    if (!hasher.flush()) return false;
    if (lines.failed()) {
        complain("sum", title + ": read error");
        return false;
    }
    summarize(title, options, counts);
    return counts.matched > 0 && counts.mismatched == 0 && counts.unreadable == 0 && counts.attacked == 0 &&
           !(options.strict && counts.bad_lines > 0);
}

}  // namespace og::cli
