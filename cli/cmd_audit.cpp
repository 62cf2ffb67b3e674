// SPDX-License-Identifier: MIT
// `oldguard audit`: compares a manifest with a folder, both ways.
#include "audit/audit.hpp"
#include "audit/prepare.hpp"
#include "commands.hpp"
#include "kernels/chosen.hpp"
#include "list_options.hpp"
#include "text/messages.hpp"
#include "torrent/audit_torrent.hpp"

#include <charconv>
#include <memory>

namespace og::cli {
namespace {

constexpr const char *audit_footer =
    R"(Compares each listed file with the one in DIR (default: the bag, else the current folder) and finds
the files that are not listed. Prints "STATUS  NAME" for each file that is not ok, and a summary to
standard error. MANIFEST: lines of sha1sum, of BSD or of hashdeep, the folder of a bag, an mtree file,
JSON lines of oldguard, or a torrent. The content tells which.

Statuses: ok; corrupt (the digest differs, although size and time are as recorded); changed; missing;
  moved (A -> B); new; duplicate (B = A); unreadable; skipped; attacked (beside another one: the file
  is half of a SHA-1 collision).

Exit status: 0 all as listed; 1 a difference, an attack or an unreadable file; 2 bad usage, or a
  manifest that cannot be read or is empty; 3 stopped before the end by a signal or a full disk.

Examples:
  oldguard audit --quick photos.jsonl
  oldguard audit --journal=/var/tmp/audit.journal SHA1SUMS /srv/archive
  oldguard audit bag/)";

// The options whose values are parsed here.
struct AuditWords {
    AuditRequest request;
    std::string update, checkpoint, jobs, encoding;
    ExclusionWords exclusions;
};

// Parses a number and a unit. `units` has one letter for each factor. Returns nothing if the text has another
// form or the product does not fit.
std::optional<std::uint64_t> with_unit(const std::string &text, std::string_view units,
                                       std::initializer_list<std::uint64_t> factors) {
    std::uint64_t number = 0, product = 0;
    const char *end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    if (parsed.ec != std::errc{}) return std::nullopt;
    if (parsed.ptr == end) return number;
    const std::size_t unit = units.find(*parsed.ptr);
    if (parsed.ptr + 1 != end || unit == std::string_view::npos ||
        __builtin_mul_overflow(number, factors.begin()[unit], &product))
        return std::nullopt;
    return product;
}

// Fills in the request. Returns the option whose value is invalid, or "".
std::string parse_words(AuditWords &words) {
    AuditRequest &request = words.request;
    if (!words.checkpoint.empty()) {
        const auto size = with_unit(words.checkpoint, "KMG", {1 << 10, 1 << 20, 1 << 30});
        if (!size || *size == 0 || *size > (std::uint64_t{1} << 60))
            return "--checkpoint " + in_quotes(words.checkpoint);
        request.checkpoint = *size;
    }
    if (!words.jobs.empty()) {
        const auto jobs = with_unit(words.jobs, "", {});
        if (!jobs || *jobs == 0 || *jobs > 1024) return "--jobs " + in_quotes(words.jobs);
        request.jobs = static_cast<unsigned>(*jobs);
    }
    if (!words.encoding.empty()) request.encoding = *text_encoding(words.encoding);
    if (!words.update.empty()) request.update = words.update == "all" ? Update::all : Update::safe;
    return "";
}

int run_parsed(AuditWords &words) {
    if (const std::string wrong = parse_words(words); !wrong.empty()) {
        complain_usage("audit", wrong + ": invalid value");
        return exit_usage;
    }
    if (const std::string why = words.exclusions.add_to(words.request.exclusions); !why.empty()) {
        complain("audit", why);
        return exit_usage;
    }
    if (words.request.quiet && (words.request.verbose || words.request.json)) {
        complain_usage("audit", "--quiet and --verbose or --json exclude each other");
        return exit_usage;
    }
    if (!words.checkpoint.empty() && words.request.journal.empty()) {
        complain_usage("audit", "--checkpoint needs --journal");
        return exit_usage;
    }
    if (config_is_wrong("audit")) return exit_usage;
    AuditSubject subject;
    if (const int status = read_subject(words.request, subject); status != exit_ok) return status;
    return subject.manifest.format == ManifestFormat::torrent ? audit_torrent(words.request, subject.folder)
                                                              : audit(words.request, subject);
}

}  // namespace

void describe_audit(Command &audit) {
    auto words = std::make_shared<AuditWords>();
    AuditRequest &request = words->request;
    audit.add_option("-j,--jobs", words->jobs, "Hashing threads (default: the processors)")
        ->manual("The default is 1 on a rotating disk. The output does not depend on it.")
        ->type_name("N");
    audit.add_flag("-v,--verbose", request.verbose, "Print a line for each file, also those that are ok");
    audit.add_flag("-q,--quiet", request.quiet, "Print nothing if all files are as listed")
        ->manual("Otherwise everything is printed.");
    add_exclusions(audit, words->exclusions);
    add_list_options(audit, words->encoding, request.strip_prefix, request.backslashes);
    audit.add_flag("--json", request.json, "Print JSON lines, for all files and with the summary")
        ->manual("*PREFIX*/share/oldguard/audit.schema.json describes them. The output is a manifest, too.");
    audit
        .add_flag("--quick", request.quick,
                  "Do not read files whose size, modification time and inode are as recorded")
        ->manual("The inode counts if it is recorded. Ages and samples are options of `fixity`.");
    audit
        .add_option("--update", words->update,
                    "Add new files, rename moved ones; all: take changed and drop missing ones")
        ->manual("The manifest is written anew after the audit. Duplicates are added, too. A corrupt or "
                 "unreadable file keeps its entry, and so does one that `--exclude` leaves out. If no listed "
                 "file is there, as in a volume that is not mounted, nothing is written. The file is "
                 "replaced at once, after its data are on the disk. Possible for GNU, BSD, hashdeep and JSON "
                 "lines. Comments, and digests other than SHA-1 and Whirlpool, are not written again. A list "
                 "in another encoding, one whose lines end with NUL, and one with names that "
                 "`--strip-prefix` or `--backslashes` change, is not written.")
        ->value_is_optional("safe")
        ->check(one_of({"safe", "all"}))
        ->type_name("[HOW]");
    audit
        .add_option("--journal", request.journal,
                    "Record the results here as they come; the next run goes on")
        ->manual("*FILE* is flushed to the disk every ten seconds. An audit that was stopped or killed goes "
                 "on when it is started again with the same *FILE*: files that are as they were then are not "
                 "read again. The journal of a complete audit starts anew.")
        ->type_name("FILE");
    audit
        .add_option("--checkpoint", words->checkpoint,
                    "With --journal: save states of files above 4 SIZE each SIZE (default: 1G)")
        ->manual(
            "*SIZE* is a number of bytes or ends with K, M or G. The state of the hash of a file above four "
            "times *SIZE* goes into the journal each *SIZE*. A state contains up to 63 bytes of the file.")
        ->type_name("SIZE");
    audit.add_option("--report", request.report, "Write the result as a page in HTML, too")
        ->manual(
            "The page loads nothing from elsewhere. It has the numbers of the files, and the first 10000 "
            "that are not as listed. An *OUT* that exists is replaced only if it is empty or such a page.")
        ->type_name("OUT");
    audit.add_flag("--progress", request.progress, "Show files, bytes and MiB/s on standard error")
        ->manual("When the sizes are known, from the list or by counting the files ahead of the hashing, "
                 "also percent and the time left. `SIGUSR1` shows the line once.");
    audit.add_flag("--strict", request.strict, "Bags: reject names that are not encoded as RFC 8493 asks")
        ->manual("Without this option they are warned of.");
    audit
        .add_flag("--git-blob", request.git_blob,
                  "The digests are the ids of Git's blobs (oldguard sum --git-blob)")
        ->manual("Those are digests of GNU and BSD lines.");
    const Option *no_detect = audit.add_flag("--no-detect", "Do not detect collision attacks");
    audit.add_flag("--keep-cache", request.keep_cache, "Keep large files in the page cache")
        ->manual("They are dropped after reading without this option.");
    audit
        .add_operand("MANIFEST", request.manifest,
                     "The manifest, - for standard input, or the folder of a bag")
        ->required();
    audit.add_operand("DIR", request.folder, "The folder of the files");
    audit.last_values_count();
    audit.footer(audit_footer);
    audit.callback([no_detect, words] {
        words->request.detect = no_detect->count() == 0;
        return run_parsed(*words);
    });
}

}  // namespace og::cli
