// SPDX-License-Identifier: MIT
// `oldguard sum`: prints and checks SHA-1 and Whirlpool sums, as sha1sum does.
#include "kernels/names.hpp"
#include "commands.hpp"
#include "kernels/chosen.hpp"
#include "os/file.hpp"
#include "os/rotational.hpp"
#include "print_sums.hpp"
#include "text/messages.hpp"
#include "totals_counter.hpp"

#include <oldguard/kernels.h>

#include <functional>
#include <memory>

namespace og::cli {
namespace {

constexpr const char *sum_examples =
    R"(Reads standard input if there is no FILE or FILE is -. Prints lines of the form DIGEST, a space,
  * (with --binary) or a space, and the name. A backslash, line feed or carriage return in a name is
  escaped, and the line then starts with a backslash.

If a file looks like one half of a SHA-1 collision, a warning is printed to standard error.

With --recursive the files of a folder come in the order of the bytes of their names. Symbolic links in
it are not followed. Without FILE the current folder is hashed.

Exit status: 0 success; 1 a file could not be read, did not match or looks like half of a collision,
  or an option combination that sha1sum also rejects; 2 other bad usage, or an invalid OLDGUARD_*
  variable; 3 with --recursive, --files0-from or --output: the output could not be written.

Examples:
  oldguard sum *.iso > SHA1SUMS
  oldguard sum -c SHA1SUMS
  oldguard sum --expect a9993e364706816aba3e25717850c26c9cd0d89d backup.tar
  oldguard sum -a whirlpool --tag backup.tar
  oldguard sum -r -o /backup/SHA1SUMS photos
  oldguard sum -r --format=bagit data > manifest-sha1.txt
  find . -name '*.tif' -print0 | oldguard sum --files0-from=-
  ewfexport -o - image.E01 | oldguard sum)";

// Evaluates the options of which only the last one given takes effect.
void settle_order(const Command &command, SumOptions &options) {
    VerifyOptions &verify = options.verify;
    for (const Option *option : command.given()) {
        const std::string &name = option->name();
        if (name == "--status" || name == "--quiet" || name == "--warn") {
            verify.status = name == "--status";
            verify.quiet = name == "--quiet";
            verify.warn = name == "--warn";
        } else if (name == "--text") {
            options.mode = SumOptions::text;
        } else if (name == "--binary" || name == "--tag") {
            options.mode = SumOptions::binary;
        }
    }
}

// Returns the message of sha1sum about an invalid combination of options, or NULL.
const char *contradiction(const SumOptions &options) {
    const VerifyOptions &verify = options.verify;
    if (options.tag && options.mode == SumOptions::text) return "--tag does not support --text mode";
    if (options.check) {
        if (options.zero) return "the --zero option is not supported when verifying checksums";
        if (options.tag) return "the --tag option is meaningless when verifying checksums";
        if (options.mode != SumOptions::unset)
            return "the --binary and --text options are meaningless when verifying checksums";
        return nullptr;
    }
    const bool compares = !options.expect.empty();
    if (verify.ignore_missing)
        return "the --ignore-missing option is meaningful only when verifying checksums";
    if (verify.status && !compares) return "the --status option is meaningful only when verifying checksums";
    if (verify.warn) return "the --warn option is meaningful only when verifying checksums";
    if (verify.quiet && !compares) return "the --quiet option is meaningful only when verifying checksums";
    if (verify.strict) return "the --strict option is meaningful only when verifying checksums";
    return nullptr;
}

// Returns a message about an invalid combination of options that sha1sum does not have, or NULL.
const char *new_contradiction(const SumOptions &options) {
    const bool plain = options.format == "gnu" || options.format == "bsd";
    if (options.tag && options.format != "bsd") return "--tag means --format=bsd";
    if (options.zero && !plain) return "--zero is possible with --format=gnu and --format=bsd only";
    if (options.git_blob && options.algorithm == "whirlpool") return "--git-blob needs --algorithm=sha1";
    if (options.git_blob && options.format == "hashdeep")
        return "--git-blob is not possible with --format=hashdeep";
    if (!options.exclusions.empty() && !options.recursive) return "--exclude needs --recursive";
    if (!options.expect.empty() &&
        (options.check || options.recursive || !options.files0_from.empty() || !options.output.empty() ||
         options.tag || options.zero || options.format != "gnu" || options.files.size() > 1))
        return "--expect compares one file and prints no sum";
    const VerifyOptions &verify = options.verify;
    const bool has_list_options =
        !options.encoding.empty() || verify.names.backslashes || !verify.names.strip_prefix.empty();
    if (has_list_options && !options.check)
        return "--encoding, --strip-prefix and --backslashes are meaningful only when verifying checksums";
    if (options.one_file_system && !options.recursive) return "--one-file-system needs --recursive";
    if (!options.files0_from.empty() && !options.files.empty())
        return "file operands cannot be combined with --files0-from";
    if (options.check && (options.recursive || !options.files0_from.empty() || options.git_blob ||
                          !options.output.empty() || options.format != "gnu"))
        return "--recursive, --files0-from, --git-blob, --output and --format are meaningless when verifying "
               "checksums";
    return nullptr;
}

// Returns whether one of the first operands is on a disk that rotates.
bool on_rotating_disk(const SumOptions &options) {
    constexpr std::size_t examined = 16;
    os::Status status;
    if (options.files.empty() || options.check)
        return os::stat(".", &status) == 0 && os::rotational(status.st_dev);
    for (std::size_t i = 0; i < std::min(examined, options.files.size()); i++)
        if (os::stat(options.files[i].c_str(), &status) == 0 && os::rotational(status.st_dev)) return true;
    return false;
}

HashOptions hash_options(const SumOptions &options) {
    // --kernel must be honoured: files are not hashed in lanes if it names a single-message kernel, and
    // collisions are not detected if it names a kernel without detection.
    const auto asked_for = [&](const char *op) {
        return options.kernel.empty() || og_kernel_find(op, options.kernel.c_str()) != nullptr;
    };
    HashOptions how;
    how.detect = !options.no_detect && (asked_for("sha1dc.blocks") || asked_for("sha1dc.lanes"));
    how.lanes = asked_for("sha1.lanes") || asked_for("whirlpool.lanes") || asked_for("sha1dc.lanes");
    how.keep_cache = options.keep_cache;
    set_threads(how, options.jobs, [&] { return on_rotating_disk(options); });
    return how;
}

Format format_named(const std::string &name) {
    if (name == "bsd") return Format::bsd;
    if (name == "hashdeep") return Format::hashdeep;
    if (name == "bagit") return Format::bagit;
    return name == "jsonl" ? Format::jsonl : Format::gnu;
}

int run_sum(const Command &sum, const std::shared_ptr<SumOptions> &given) {
    SumOptions &options = *given;
    settle_order(sum, options);
    if (const char *why = contradiction(options); why != nullptr) {
        complain_usage("sum", why);
        return exit_failed;
    }
    if (options.format.empty()) options.format = options.tag ? "bsd" : "gnu";
    if (const std::string why = options.exclude.add_to(options.exclusions); !why.empty()) {
        complain("sum", why);
        return exit_usage;
    }
    if (const char *why = new_contradiction(options); why != nullptr) {
        complain_usage("sum", why);
        return exit_usage;
    }
    if (config_is_wrong("sum")) return exit_usage;
    if (!options.encoding.empty()) options.verify.encoding = *text_encoding(options.encoding);
    if (!options.kernel.empty() && !force_kernel("sum", options.kernel, {"sha1.", "sha1dc.", "whirlpool."}))
        return exit_usage;
    if (options.files.empty() && options.files0_from.empty() && !options.recursive) options.files = {"-"};

    const Algorithm *chosen = nullptr;
    for (const Algorithm *algorithm : algorithms)
        if (options.algorithm == algorithm->name) chosen = algorithm;
    RunProgress progress(options.progress);
    HashOptions how = hash_options(options);
    how.counters = &progress.counters();
    bool all_well = true;
    int status = exit_ok;
    if (!options.expect.empty()) {
        status = compare_with_digest(options.expect, options.files.front(), chosen, options.git_blob,
                                     options.verify, how, progress);
    } else if (options.check) {
        EntryParser parser(chosen);
        const ReadOptions reading{.names = options.verify.names, .encoding = options.verify.encoding};
        TotalsCounter totals({.progress = options.progress, .files = options.files, .lists = &reading},
                             progress.totals());
        for (const std::string &name : options.files)
            all_well &= verify(name, options.verify, parser, how, progress);
        totals.wait();
        status = all_well ? exit_ok : exit_failed;
    } else {
        const LineFormat format{format_named(options.format), chosen != nullptr ? chosen : &sha1,
                                options.mode == SumOptions::binary, options.git_blob, options.zero};
        status = print_sums(options, how, format, progress);
    }
    progress.finish();
    return status;
}

}  // namespace

void describe_sum(Command &sum) {
    auto options = std::make_shared<SumOptions>();
    sum.add_option("-a,--algorithm", options->algorithm,
                   "The hash (default: sha1). With --check: reject lines of the other one")
        ->manual("*NAME* is `sha1` or `whirlpool`. Lines of the other one count as badly formatted. If the "
                 "option is "
                 "not given, `--check` accepts both.")
        ->check(one_of({"sha1", "whirlpool"}))
        ->type_name("NAME");
    sum.add_flag("-b,--binary", "Print * before the name, as for a file read in binary mode")
        ->manual("This does not change how files are read.");
    sum.add_flag("-c,--check", options->check,
                 "Read checksum lines from the FILEs and check the files they list");
    add_exclusions(sum, options->exclude);
    sum.add_option("--expect", options->expect, "Compare one file with this digest")
        ->manual(
            "It is in hexadecimal, and its length selects the hash. The command prints OK or FAILED, and the "
            "exit status is 0 if the digest matches. `--quiet` prints no OK, and `--status` neither.")
        ->type_name("DIGEST");
    sum.add_option("--files0-from", options->files0_from,
                   "Hash the files that FILE (-: standard input) names, each ended by NUL")
        ->manual("They take the place of operands. `find -print0` prints such names.")
        ->type_name("FILE");
    sum.add_option("--format", options->format, "The form of the lines (default: gnu)")
        ->manual("*FORM* is `gnu`, `bsd`, `hashdeep`, `bagit` or `jsonl`; see FORMATS.")
        ->check(one_of({"gnu", "bsd", "hashdeep", "bagit", "jsonl"}))
        ->type_name("FORM");
    sum.add_flag("--git-blob", options->git_blob, "Print the names that git gives to the files' contents")
        ->manual("They are the SHA-1 sums of `blob` *SIZE*, a NUL byte and the file. It is an error if the "
                 "size of a file changes while it is read.");
    sum.add_option("-j,--jobs", options->jobs,
                   "Number of hashing threads (default: one per processor, 1 on a rotating disk)")
        ->manual("At most 1024. The default is 1 if one of the operands is on a disk that rotates. Then "
                 "large files "
                 "are also read one after the other, because several readers would only move the heads.")
        ->check(in_range(1u, 1024u))
        ->type_name("N");
    sum.add_flag("--keep-cache", options->keep_cache,
                 "Keep files above 64 MiB in the page cache after reading them");
    sum.add_option("-o,--output", options->output, "Write the lines to a file, completely or not at all")
        ->manual("It gets its name when it is complete. A walk does not hash it, nor the file that it "
                 "replaces, nor a file that standard output goes to.")
        ->type_name("OUT");
    sum.add_flag("-r,--recursive", options->recursive, "Hash the regular files of folders")
        ->manual("Without *FILE* the current folder is hashed.");
    sum.add_flag("--tag", options->tag, "Print BSD-style lines: the same as --format=bsd");
    sum.add_flag("-t,--text", "Print a space before the name (default)");
    sum.add_flag("-z,--zero", options->zero, "End lines with NUL and do not escape names");
    sum.add_flag("--no-detect", options->no_detect,
                 "Do not detect collision attacks: faster, mainly for many small files");
    sum.add_option("--kernel", options->kernel,
                   "Use this kernel (see oldguard kernels); only sha1dc ones detect attacks")
        ->manual("Kernels of `sha1.blocks` and `sha1.lanes` do not detect them.")
        ->type_name("STEM")
        ->offers([] { return kernel_names({"sha1.", "sha1dc.", "whirlpool."}); });
    sum.add_flag("-x,--one-file-system", options->one_file_system,
                 "Do not enter folders on other file systems")
        ->manual("That is, on others than that of the *FILE* that the walk began with.");
    sum.add_flag("--progress", options->progress,
                 "Show files, MiB, MiB/s, percent and the time left on standard error")
        ->manual("A MiB is 1048576 bytes. The numbers of all files, percent and the time left are shown when "
                 "all files are counted, which happens ahead of the hashing. On a terminal one line is "
                 "updated. Otherwise a line is printed every ten seconds. The signal `SIGUSR1` prints the "
                 "line once, also without this option.");
    VerifyOptions &verify = options->verify;
    std::string group = "With --check";
    sum.add_flag("--ignore-missing", verify.ignore_missing, "Ignore listed files that do not exist")
        ->manual("It is a failure if no listed file exists.")
        ->group(group);
    sum.add_flag("--quiet", "Print no line for a file that matches")
        ->manual("The last one of `--quiet`, `--status` and `--warn` takes effect.")
        ->group(group);
    sum.add_flag("--status", "Print no line for any listed file; the exit status gives the result")
        ->group(group);
    sum.add_flag("--strict", verify.strict, "Count badly formatted lines as failures")->group(group);
    sum.add_flag("-w,--warn", "Report each badly formatted line")
        ->manual("The line goes to standard error.")
        ->group(group);
    add_list_options(sum, options->encoding, verify.names.strip_prefix, verify.names.backslashes);
    sum.add_operands("FILE", options->files, "Files to hash, or with --check, files with checksum lines");
    sum.last_values_count();
    sum.footer(sum_examples);
    sum.callback(std::bind_front(run_sum, std::cref(sum), options));
}

}  // namespace og::cli
