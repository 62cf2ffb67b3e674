// SPDX-License-Identifier: MIT
// `oldguard check`: checks every kernel against independent oracles and the published vectors.
#include "commands.hpp"
#include "files/output.hpp"
#include "other_width.hpp"
#include "text/messages.hpp"
#include "text/table.hpp"

#include <bench/glob.hpp>
#include <check/check.hpp>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace og::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *check_footer =
    R"(GLOB matches a kernel (sha1_c_fast, 'des_*'), an operation (des.ecb, 'sha1.*') or one row of the
  catalogue (des.ecb=des_c_sp). Without a GLOB every row is checked.
Each kernel is called with every block count, every alignment, buffers next to inaccessible pages and
  random chaining values. Its outputs are compared with those of an oracle that shares no code with the
  library. On x86 and AArch64, registers, modes and the stack are verified after every call.
  A last line names the properties that the harness cannot observe on this system.
A failure is followed by a command line that reproduces it.
If oldguard32 is in the folder of this program, it checks the 32-bit kernels and the C kernels compiled
  for 32 bits.
Columns: operation; kernel; word size in bits; calls; largest stack use in bytes; ok, FAIL, or skipped
  with the reason.
JSON: an object with seed, quick and rows. rows is an array of objects with op, kernel, bits, ran,
  skipped (null or the reason), cases, stack (null: not measured), ok and failures (an array of property,
  what, reproduce). not_checked is an array of the properties that cannot be observed on this system.
Exit status: 0 success; 1 a kernel failed or none could be checked; 2 bad usage, a GLOB that matches
  nothing, or an invalid OLDGUARD_* variable.)";

struct CheckOptions {
    std::vector<std::string> globs;
    check::Options check;
    bool json = false, list = false;
    BitsOptions bits;
};

bool fits(const std::string &glob, const og_kernel &kernel) {
    const std::string row = std::string(kernel.op) + "=" + kernel.stem;
    for (const char *name : {kernel.stem, kernel.op, row.c_str()})
        if (bench::matches(glob, name)) return true;
    return false;
}

// Returns the kernels that match any glob, in the order of the catalogue. Prints an error and sets `unknown`
// for globs that match nothing.
std::vector<const og_kernel *> chosen(const std::vector<std::string> &globs, bool &unknown) {
    std::vector<bool> used(globs.size(), false);
    std::vector<const og_kernel *> rows;
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        bool take = globs.empty();
        for (std::size_t g = 0; g < globs.size(); g++)
            if (fits(globs[g], *kernel)) take = used[g] = true;
        if (take) rows.push_back(kernel);
    }
    for (std::size_t g = 0; g < globs.size(); g++)
        if (!used[g]) {
            complain("check", fmt::format("no kernel or operation matches '{}'; `oldguard kernels` "
                                          "lists them",
                                          globs[g]));
            unknown = true;
        }
    return rows;
}

struct Widths {
    std::size_t op = 0, stem = 0;
};

// Returns the names of the properties that this build cannot observe.
std::vector<std::string> not_checked() {
    std::vector<std::string> names;
    for (const auto &property : check::properties())
        if (!property.checked) names.push_back(property.name);
    return names;
}

// Returns a row of the report. With --part the command prints one row per line.
Json as_json(const check::Result &result, const CheckOptions &options) {
    auto failures = Json::array();
    const std::string which = options.bits.part ? fmt::format(" --bits {}", own_bits) : "";
    for (const auto &failure : result.failures)
        failures.push_back({{"property", failure.property},
                            {"what", failure.what},
                            {"reproduce", failure.reproduce + which}});
    Json skipped = nullptr, stack = nullptr;
    if (!result.ran) skipped = result.skipped;
    if (result.stack > 0) stack = result.stack;
    return {{"op", result.kernel->op}, {"kernel", result.kernel->stem},
            {"bits", own_bits},        {"ran", result.ran},
            {"skipped", skipped},      {"cases", result.cases},
            {"stack", stack},          {"ok", result.passed()},
            {"failures", failures}};
}

std::string text_of(const Json &json) { return json.get<std::string>(); }

std::string as_line(const Json &row, Widths widths) {
    std::string text = fmt::format("{:<{}}  {:<{}}  {:>4}  ", text_of(row.at("op")), widths.op,
                                   text_of(row.at("kernel")), widths.stem, row.at("bits").get<unsigned>());
    if (!row.at("ran"))
        return text + fmt::format("{:>7}  {:>6}  skipped: {}\n", "-", "-", text_of(row.at("skipped")));
    const Json &stack = row.at("stack");
    text += fmt::format("{:>7}  {:>6}  {}\n", row.at("cases").get<std::uint64_t>(),
                        stack.is_null() ? "-" : stack.dump(), row.at("ok") ? "ok" : "FAIL");
    for (const Json &failure : row.at("failures"))
        text +=
            fmt::format("    {}\n      {}\n", text_of(failure.at("what")), text_of(failure.at("reproduce")));
    return text;
}

// Prints each row at once, so that a long run shows its progress, and counts the rows.
class Reporter {
public:
    Reporter(const CheckOptions &options, Widths widths) : options_(options), widths_(widths) {
        if (in_text())
            print(fmt::format("{:<{}}  {:<{}}  {:>4}  {:>7}  {:>6}  result (seed {})\n", "operation",
                              widths.op, "kernel", widths.stem, "bits", "cases", "stack",
                              options.check.seed));
    }

    // Reports a row. Returns false after a write error.
    bool take(const Json &row) {
        counts_[row.at("ok") ? 0 : row.at("ran") ? 1 : 2]++;
        if (options_.bits.part) return print(row.dump() + '\n');
        if (in_text()) return print(as_line(row, widths_));
        rows_.push_back(row);
        return true;
    }

    int finish() {
        const auto [passed, failed, skipped] = counts_;
        if (in_text()) {
            print(fmt::format("{} ok, {} failed, {} skipped\n", passed, failed, skipped));
            if (const auto names = not_checked(); !names.empty())
                print(fmt::format("not checked on this system: {}\n", fmt::join(names, ", ")));
        } else if (!options_.bits.part) {
            print(Json{{"seed", options_.check.seed},
                       {"quick", options_.check.quick},
                       {"rows", rows_},
                       {"not_checked", not_checked()}}
                      .dump(2) +
                  '\n');
        }
        return failed == 0 && passed > 0 ? exit_ok : exit_failed;
    }

private:
    bool in_text() const { return !options_.json && !options_.bits.part; }

    const CheckOptions &options_;
    Widths widths_;
    Json rows_ = Json::array();
    std::array<std::size_t, 3> counts_{};  // passed, failed, skipped
};

// Runs the same request at the other word size and passes its rows to the reporter.
void check_other_width(const std::string &program, const CheckOptions &options, Reporter &reporter) {
    std::vector<std::string> arguments{"check", "--part", "--seed=" + std::to_string(options.check.seed)};
    if (options.check.quick) arguments.push_back("--quick");
    if (!options.check.only_property.empty())
        arguments.push_back("--only-property=" + options.check.only_property);
    arguments.push_back("--");
    arguments.insert(arguments.end(), options.globs.begin(), options.globs.end());
    bool reading = true;
    const int status = run_other_width(program, arguments, [&](std::string_view line) {
        const Json row = Json::parse(line, nullptr, false);
        if (row.is_discarded())
            throw std::runtime_error(fmt::format("{}: unexpected output", shell_quoted(program)));
        return reading = reporter.take(row);
    });
    if (reading && status != exit_ok && status != exit_failed)
        throw std::runtime_error(fmt::format("{}: exit status {}", shell_quoted(program), status));
}

std::string property_list() {
    std::vector<std::vector<std::string>> rows{{"property", "a kernel"}};
    for (const auto &property : check::properties())
        rows.push_back({property.name, std::string(property.promise) +
                                           (property.checked ? "" : " (not checked on this system)")});
    return aligned(rows);
}

int run(const CheckOptions &options) {
    if (options.list) {
        print(property_list());
        return exit_ok;
    }
    bool unknown = false;
    const auto rows = chosen(options.globs, unknown);
    if (config_is_wrong("check") || unknown) return exit_usage;

    WordSizes word_sizes;
    if (!choose_word_sizes("check", options.bits, word_sizes)) return exit_failed;
    const bool alone = options.bits.bits == "all" && !options.bits.part && word_sizes.other_program.empty();

    Widths widths;
    for (const og_kernel *kernel : rows) {
        widths.op = std::max(widths.op, std::string_view(kernel->op).size());
        widths.stem = std::max(widths.stem, std::string_view(kernel->stem).size());
    }
    Reporter reporter(options, widths);
    bool reading = true;
    for (const og_kernel *kernel : rows) {
        // The other program reports the kernels of its word size.
        const bool foreign = kernel->bits != 0 && unsigned(kernel->bits) != own_bits;
        if (word_sizes.own && reading && (alone || !foreign))
            reading = reporter.take(as_json(check::check_kernel(*kernel, options.check), options));
    }
    if (reading && !word_sizes.other_program.empty()) try {
            check_other_width(word_sizes.other_program, options, reporter);
        } catch (const std::runtime_error &error) {
            complain("check", error.what());
            reporter.finish();
            return exit_failed;
        }
    return reporter.finish();
}

}  // namespace

void describe_check(Command &check) {
    auto options = std::make_shared<CheckOptions>();
    check.add_operands("GLOB", options->globs, "Kernels or operations to check (default: all)");
    check.add_option("--seed", options->check.seed, "Seed of all random data")
        ->type_name("UINT")
        ->default_text("1");
    check.add_flag("--quick", options->check.quick, "Check fewer cases, as oldguard bench does");
    check
        .add_option("--only-property", options->check.only_property,
                    "Report only this property; see --properties")
        ->type_name("NAME")
        ->check({[](const std::string &name) {
                     for (const auto &property : check::properties())
                         if (name == property.name)
                             return property.checked
                                        ? std::string()
                                        : fmt::format("'{}' is not checked on this system", name);
                     return fmt::format("'{}' is not a property; see --properties", name);
                 },
                 ""});
    check.add_flag("--properties", options->list, "List the properties and exit");
    check.add_flag("--json", options->json, "Print a JSON object");
    add_bits_options(check, options->bits);
    check.footer(check_footer);
    check.callback([options] { return run(*options); });
}

}  // namespace og::cli
