// SPDX-License-Identifier: MIT
// `oldguard sum`: prints and checks SHA-1 and Whirlpool sums, as sha1sum does.
#include "arguments.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "names.hpp"
#include "one_of.hpp"
#include "text/hex.hpp"
#include "text/messages.hpp"
#include "verify.hpp"

#include <oldguard/kernels.h>

#include <memory>

namespace og::cli {
namespace {

struct SumOptions {
    std::string algorithm, kernel;
    bool check = false, tag = false, zero = false, progress = false, no_detect = false;
    enum { unset, text, binary } mode = unset;
    VerifyOptions verify;
    std::vector<std::string> files;
};

constexpr const char *sum_examples =
    R"(Reads standard input if there is no FILE or FILE is -. Prints lines of the form DIGEST, a space,
  * (with --binary) or a space, and the name. A backslash, line feed or carriage return in a name is
  escaped, and the line then starts with a backslash.

If a file looks like one half of a SHA-1 collision, a warning is printed to standard error.

Exit status: 0 success; 1 a file could not be read, did not match or looks like half of a collision,
  or an option combination that sha1sum also rejects; 2 other bad usage, or an invalid OLDGUARD_*
  variable.

Examples:
  oldguard sum *.iso > SHA1SUMS
  oldguard sum -c SHA1SUMS
  oldguard sum -a whirlpool --tag backup.tar
  find . -type f -print0 | xargs -0 oldguard sum --zero)";

// Evaluates the options of which only the last one given takes effect.
void settle_order(const CLI::App &app, SumOptions &options) {
    VerifyOptions &verify = options.verify;
    for (const CLI::Option *option : app.parse_order()) {
        std::string name = option->get_name();
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
    if (verify.ignore_missing)
        return "the --ignore-missing option is meaningful only when verifying checksums";
    if (verify.status) return "the --status option is meaningful only when verifying checksums";
    if (verify.warn) return "the --warn option is meaningful only when verifying checksums";
    if (verify.quiet) return "the --quiet option is meaningful only when verifying checksums";
    if (verify.strict) return "the --strict option is meaningful only when verifying checksums";
    return nullptr;
}

std::string sum_line(const SumOptions &options, const Algorithm &algorithm, const Digest &digest,
                     const std::string &name) {
    bool escape = !options.zero && needs_escape(name);
    std::string shown = escape ? escaped(name) : name;
    std::string line = escape ? "\\" : "";
    if (options.tag) line += fmt::format("{} ({}) = ", algorithm.tag, shown);
    append_hex(line, digest.data(), algorithm.size);
    if (!options.tag) line += (options.mode == SumOptions::binary ? " *" : "  ") + shown;
    return line + (options.zero ? '\0' : '\n');
}

// Prints the sums and the messages about files that could not be hashed.
class Printer final : public Results {
public:
    explicit Printer(const SumOptions &options) : options_(options) {}

    bool result(const Request &request, const Outcome &outcome) override {
        bool go_on = true;
        if (outcome.kind == Outcome::hashed) {
            go_on = lines_.add(sum_line(options_, *request.algorithm, outcome.digest, request.name));
            if (!outcome.attacked) return go_on;
        }
        all_well_ = false;
        go_on = lines_.flush() && go_on;
        if (outcome.attacked) {
            complain_attack(request.name);
            return go_on;
        }
        complain("sum", fmt::format("{}: {}", shell_quoted(request.name), outcome.why));
        return go_on;
    }
    bool pause() override { return lines_.flush(); }
    bool all_well() const { return all_well_; }

private:
    const SumOptions &options_;
    Lines lines_;
    bool all_well_ = true;
};

int print_sums(const SumOptions &options, const HashOptions &how, const Algorithm &algorithm) {
    Printer printer(options);
    FileHasher hasher(how, printer);
    for (const std::string &name : options.files)
        if (!hasher.add({name, &algorithm})) return exit_failed;
    return hasher.flush() && printer.all_well() ? exit_ok : exit_failed;
}

int run(const SumOptions &options) {
    if (const char *why = contradiction(options); why != nullptr) {
        complain_usage("sum", why);
        return exit_failed;
    }
    if (config_is_wrong("sum")) return exit_usage;
    if (!options.kernel.empty() && !force_kernel("sum", options.kernel, {"sha1.", "sha1dc.", "whirlpool."}))
        return exit_usage;

    const Algorithm *chosen = nullptr;
    for (const Algorithm *algorithm : algorithms)
        if (options.algorithm == algorithm->name) chosen = algorithm;
    // --kernel must be honoured: files are not batched if it names a single-message kernel, and
    // collisions are not detected if it names a kernel without detection.
    const auto asked_for = [&](const char *op) {
        return options.kernel.empty() || og_kernel_find(op, options.kernel.c_str()) != nullptr;
    };
    const HashOptions how{options.progress,
                          asked_for("sha1.lanes") || asked_for("whirlpool.lanes") ||
                              asked_for("sha1dc.lanes"),
                          !options.no_detect && (asked_for("sha1dc.blocks") || asked_for("sha1dc.lanes"))};
    if (!options.check) return print_sums(options, how, chosen != nullptr ? *chosen : sha1);
    EntryParser parser(chosen);
    bool all_well = true;
    for (const std::string &name : options.files) all_well &= verify(name, options.verify, parser, how);
    return all_well ? exit_ok : exit_failed;
}

}  // namespace

void add_sum(CLI::App &app, int &status) {
    auto options = std::make_shared<SumOptions>();
    CLI::App *sum = app.add_subcommand("sum", "Print or check SHA-1 and Whirlpool sums");
    sum->add_option("-a,--algorithm", options->algorithm,
                    "The hash (default: sha1). With --check: reject lines of the other one")
        ->transform(one_of({"sha1", "whirlpool"}))
        ->type_name("NAME");
    sum->add_flag("-b,--binary")->description("Print * before the name, as for a file read in binary mode");
    sum->add_flag("-c,--check", options->check,
                  "Read checksum lines from the FILEs and check the files they list");
    sum->add_flag("--tag", options->tag, "Print BSD-style lines: SHA1 (FILE) = DIGEST");
    sum->add_flag("-t,--text")->description("Print a space before the name (default)");
    sum->add_flag("-z,--zero", options->zero, "End lines with NUL and do not escape names");
    sum->add_flag("--no-detect", options->no_detect,
                  "Do not detect collision attacks: faster, mainly for many small files");
    sum->add_option("--kernel", options->kernel,
                    "Use this kernel (see oldguard kernels); only sha1dc ones detect attacks")
        ->type_name("STEM");
    sum->add_flag("--progress", options->progress,
                  "Show MiB, percent and MiB/s of each file on standard error");
    VerifyOptions &verify = options->verify;
    std::string group = "With --check";
    sum->add_flag("--ignore-missing", verify.ignore_missing, "Ignore listed files that do not exist")
        ->group(group);
    sum->add_flag("--quiet")->description("Print no line for a file that matches")->group(group);
    sum->add_flag("--status")
        ->description("Print no line for any listed file; the exit status gives the result")
        ->group(group);
    sum->add_flag("--strict", verify.strict, "Count badly formatted lines as failures")->group(group);
    sum->add_flag("-w,--warn")->description("Report each badly formatted line")->group(group);
    add_operands(*sum, "FILE", options->files, "Files to hash, or with --check, files with checksum lines");
    sum->footer(sum_examples);
    sum->callback([sum, options, &status] {
        settle_order(*sum, *options);
        if (options->files.empty()) options->files = {"-"};
        status = run(*options);
    });
}

}  // namespace og::cli
