// SPDX-License-Identifier: MIT
// `oldguard check`: checks every kernel against independent oracles and the published vectors.
#include "chosen.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "names.hpp"
#include "text/messages.hpp"
#include "text/table.hpp"

#include <bench/glob.hpp>
#include <check/check.hpp>
#include <check/not_run.hpp>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace og::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned own_bits = sizeof(void *) * 8;

constexpr const char *check_footer =
    R"(GLOB matches a kernel (sha1_c_fast, 'des_*'), an operation (des.ecb, 'sha1.*') or one row of the
  catalogue (des.ecb=des_c_sp). Without a GLOB every row is checked.
Each kernel is called with every block count, every alignment, buffers next to inaccessible pages and
  random chaining values. Its outputs are compared with those of an oracle that shares no code with the
  library. On x86 and AArch64, registers, modes and the stack are verified after every call.
  Last lines name the kernels that this CPU cannot execute, and the properties that the harness cannot
  observe on this system.
A failure is followed by a command line that reproduces it.
Columns: operation; kernel; word size in bits; calls; largest stack use in bytes; ok, FAIL, or skipped
  with the reason.
JSON: an object with seed, quick and rows. rows is an array of objects with op, kernel, bits, ran,
  skipped (null or the reason), lacks (an array of the CPU features that it needs and this CPU lacks),
  cases, stack (null: not measured), ok and failures (an array of property, what, reproduce).
  not_checked is an array of the properties that cannot be observed on this system.
Exit status: 0 success; 1 a kernel failed or none could be checked; 2 bad usage, a GLOB that matches
  nothing, or an invalid OLDGUARD_* variable.)";

struct CheckOptions {
    std::vector<std::string> globs;
    check::Options check;
    bool json = false, list = false;
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

unsigned bits_of(const og_kernel &kernel) { return kernel.bits ? unsigned(kernel.bits) : own_bits; }

// Returns a row of the JSON object.
Json as_json(const check::Result &result) {
    auto failures = Json::array();
    for (const auto &failure : result.failures)
        failures.push_back(
            {{"property", failure.property}, {"what", failure.what}, {"reproduce", failure.reproduce}});
    Json skipped = nullptr, stack = nullptr;
    if (!result.ran) skipped = result.skipped;
    if (result.stack > 0) stack = result.stack;
    return {{"op", result.kernel->op},
            {"kernel", result.kernel->stem},
            {"bits", bits_of(*result.kernel)},
            {"ran", result.ran},
            {"skipped", skipped},
            {"lacks", check::lacking(*result.kernel)},
            {"cases", result.cases},
            {"stack", stack},
            {"ok", result.passed()},
            {"failures", failures}};
}

// Returns a row of the table, and two lines for each failure.
std::string as_line(const check::Result &result, Widths widths) {
    std::string text = fmt::format("{:<{}}  {:<{}}  {:>4}  ", result.kernel->op, widths.op,
                                   result.kernel->stem, widths.stem, bits_of(*result.kernel));
    if (!result.ran) return text + fmt::format("{:>7}  {:>6}  skipped: {}\n", "-", "-", result.skipped);
    text +=
        fmt::format("{:>7}  {:>6}  {}\n", result.cases, result.stack > 0 ? std::to_string(result.stack) : "-",
                    result.passed() ? "ok" : "FAIL");
    for (const auto &failure : result.failures)
        text += fmt::format("    {}\n      {}\n", failure.what, failure.reproduce);
    return text;
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

    Widths widths;
    for (const og_kernel *kernel : rows) {
        widths.op = std::max(widths.op, std::string_view(kernel->op).size());
        widths.stem = std::max(widths.stem, std::string_view(kernel->stem).size());
    }
    if (!options.json)
        print(fmt::format("{:<{}}  {:<{}}  {:>4}  {:>7}  {:>6}  result (seed {})\n", "operation", widths.op,
                          "kernel", widths.stem, "bits", "cases", "stack", options.check.seed));
    std::size_t passed = 0, failed = 0, skipped = 0;
    auto json = Json::array();
    check::NotRun not_run;
    // Each line is printed at once, so that a long run shows its progress. A write error ends the run.
    for (const og_kernel *kernel : rows) {
        const check::Result result = check::check_kernel(*kernel, options.check);
        (result.passed() ? passed : result.ran ? failed : skipped)++;
        not_run.add(*kernel);
        if (options.json)
            json.push_back(as_json(result));
        else if (!print(as_line(result, widths)))
            break;
    }
    if (options.json)
        print(Json{{"seed", options.check.seed},
                   {"quick", options.check.quick},
                   {"rows", json},
                   {"not_checked", not_checked()}}
                  .dump(2) +
              '\n');
    else
        print(fmt::format("{} ok, {} failed, {} skipped\n{}", passed, failed, skipped, not_run.line()));
    if (const auto names = not_checked(); !options.json && !names.empty())
        print(fmt::format("not checked on this system: {}\n", fmt::join(names, ", ")));
    return failed == 0 && passed > 0 ? exit_ok : exit_failed;
}

}  // namespace

void describe_check(Command &check) {
    auto options = std::make_shared<CheckOptions>();
    check.add_operands("GLOB", options->globs, "Kernels or operations to check (default: all)")
        ->offers(catalogue_names);
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
    check.footer(check_footer);
    check.callback([options] { return run(*options); });
}

}  // namespace og::cli
