// SPDX-License-Identifier: MIT
#include "verify.hpp"

#include "files/output.hpp"
#include "manifest/read_manifest.hpp"
#include "manifest/recognize.hpp"
#include "names.hpp"
#include "text/messages.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>

namespace og::cli {
namespace {

struct CheckCounts {
    std::uint64_t entries = 0, bad_lines = 0, unreadable = 0, mismatched = 0, matched = 0;
    std::uint64_t attacked = 0;
};

// What a line of the check file asks for.
struct Expected {
    enum { file, long_line, bad_line } kind = file;
    Digest digest{};                    // of a file
    std::uint64_t number = 0;           // of a line for a message
    const Algorithm *likely = nullptr;  // of a bad line
};

// Compares and reports the entries of one check file.
class Verifier final : public Receiver {
public:
    Verifier(const VerifyOptions &options, const std::string &title, CheckCounts &counts,
             RunProgress &progress)
        : options_(options), title_(title), counts_(counts), progress_(progress) {}

    // Appends what the next result belongs to.
    void expect(const Expected &listed) { listed_.push_back(listed); }

    bool result(const Result &result) override {
        const Expected listed = listed_.front();
        listed_.pop_front();
        if (listed.kind != Expected::file) return report_line(listed);
        const std::string name(result.name);
        if (result.kind == Result::missing && options_.ignore_missing) return true;
        if (result.kind != Result::hashed) {
            counts_.unreadable++;
            const bool go_on = pause();
            complain("sum", fmt::format("{}: {}", shell_quoted(name), reason(result)));
            return go_on && (options_.status || report(name, "FAILED open or read"));
        }
        const bool same = std::equal(listed.digest.begin(), listed.digest.begin() + result.algorithm->size,
                                     result.digest.begin());
        (same ? counts_.matched : counts_.mismatched)++;
        if (result.attacked) {
            counts_.attacked++;
            if (!pause()) return false;
            complain_attack(name);
        }
        if (options_.status || (same && options_.quiet)) return true;
        return report(name, same ? "OK" : "FAILED");
    }
    bool pause() override {
        progress_.hide();
        return lines_.flush();
    }
    void tick() override { progress_.tick(); }

private:
    // Prints a line about a file. The name is escaped as in checksum lines, as sha1sum does from
    // coreutils 9.7 on.
    bool report(const std::string &name, const char *result) {
        const bool escape = needs_escape(name);
        return lines_.add(
            fmt::format("{}{}: {}\n", escape ? "\\" : "", escape ? escaped(name) : name, result));
    }

    // Prints the message about a line that is no entry.
    bool report_line(const Expected &listed) {
        if (!pause()) return false;
        complain("sum", listed.kind == Expected::long_line
                            ? fmt::format("{}: {}: the line is longer than {} bytes", title_, listed.number,
                                          LineReader::max_line)
                            : fmt::format("{}: {}: improperly formatted {} checksum line", title_,
                                          listed.number, listed.likely->tag));
        return true;
    }

    const VerifyOptions &options_;
    const std::string &title_;
    CheckCounts &counts_;
    RunProgress &progress_;
    std::deque<Expected> listed_;  // whose results are to come
    Lines lines_;
};

void warn_count(std::uint64_t count, const char *one, const char *many) {
    if (count > 0) complain("sum", fmt::format("WARNING: {} {}", count, count == 1 ? one : many));
}

void summarize(const std::string &title, const VerifyOptions &options, const CheckCounts &counts) {
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

// Says whether all is well after the results of a check file.
bool all_well(const VerifyOptions &options, const CheckCounts &counts) {
    return counts.matched > 0 && counts.mismatched == 0 && counts.unreadable == 0 && counts.attacked == 0 &&
           !(options.strict && counts.bad_lines > 0);
}

// Verifies the files of a manifest in another format than those of sha1sum and BSD. The names of a bag are
// relative to it. A manifest that is refused is an error.
bool verify_manifest(const std::string &file, const std::string &title, const VerifyOptions &options,
                     const Algorithm *only, const HashOptions &how, RunProgress &progress) {
    Manifest manifest;
    std::string why = read_manifest(file, {.roots = roots_of("."), .strict = options.strict}, manifest);
    if (why.empty() && manifest.format == ManifestFormat::torrent)
        why = title + ": this is a torrent: use oldguard audit";
    if (!why.empty()) {
        complain("sum", why);
        return false;
    }
    for (const std::string &warning : manifest.warnings) complain("sum", "warning: " + warning);
    for (const std::string &problem : manifest.problems) complain("sum", problem);
    CheckCounts counts;
    Verifier verifier(options, title, counts, progress);
    HashPipeline pipeline(how, verifier);
    const bool is_current = manifest.folder.empty() || manifest.folder == ".";
    const std::string folder = is_current ? "" : manifest.folder + '/';
    for (std::size_t i = 0; i < manifest.size(); i++) {
        const ManifestEntry &entry = manifest[i];
        if (!entry.has_any()) counts.bad_lines++;
        bool counted = true;
        for (const Hash hash : hashes) {
            const Algorithm &algorithm = algorithm_of(hash);
            if (!entry.has(hash) || (only != nullptr && only != &algorithm)) continue;
            counts.entries++;
            Expected expected;
            std::ranges::copy(manifest.digest(entry, hash), expected.digest.begin());
            verifier.expect(expected);
            const std::string name = folder + std::string(entry.name);
            if (!pipeline.add(
                    {.name = name, .algorithm = &algorithm, .prefix = prefix_of(hash), .counted = counted}))
                return false;
            counted = false;
        }
    }
    if (!pipeline.finish()) return false;
    summarize(title, options, counts);
    return all_well(options, counts) && manifest.problems.empty();
}

}  // namespace

bool verify(const std::string &check_file, const VerifyOptions &options, EntryParser &parser,
            const HashOptions &how, RunProgress &progress) {
    bool is_stdin = check_file == "-";
    std::string title = shell_quoted(is_stdin ? "standard input" : check_file);
    ManifestFormat format = ManifestFormat::gnu;
    if (const int error = is_stdin ? 0 : format_of_file(check_file, format); error != 0) {
        complain_errno("sum", check_file, error);
        return false;
    }
    if (format != ManifestFormat::gnu)
        return verify_manifest(check_file, title, options, parser.only(), how, progress);
    Input input(check_file);
    if (!input.ok()) {
        complain_errno("sum", check_file, input.error());
        return false;
    }
    CheckCounts counts;
    Verifier verifier(options, title, counts, progress);
    HashPipeline pipeline(how, verifier);
    LineReader lines(input);
    std::string line;
    std::uint64_t number = 0;
    for (bool cut; lines.next(line, cut);) {
        number++;
        if (line.starts_with('#') || line.empty()) continue;
        if (cut && parser.may_be_entry(line)) {
            counts.entries++;
            counts.unreadable++;
            verifier.expect({Expected::long_line, {}, number, nullptr});
            if (!pipeline.note({}, 0)) return false;
            continue;
        }
        auto entry = cut ? std::nullopt : parser.parse(line);
        // Standard input cannot hold both the list and a listed file.
        if (!entry || (is_stdin && entry->name == "-")) {
            counts.bad_lines++;
            if (!options.warn) continue;
            verifier.expect({Expected::bad_line, {}, number, &parser.likely(line)});
            if (!pipeline.note({}, 0)) return false;
            continue;
        }
        counts.entries++;
        verifier.expect({Expected::file, entry->digest, number, nullptr});
        if (!pipeline.add({.name = entry->name, .algorithm = entry->algorithm})) return false;
    }
    if (!pipeline.finish()) return false;
    if (lines.failed()) {
        complain("sum", title + ": read error");
        return false;
    }
    summarize(title, options, counts);
    return all_well(options, counts);
}

}  // namespace og::cli
