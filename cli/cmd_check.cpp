// SPDX-License-Identifier: MIT
// `oldguard check`: every kernel against independent oracles and the published vectors.
#include "commands.hpp"
#include "messages.hpp"
#include "output.hpp"
#include "table.hpp"

#include <check/check.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <fnmatch.h>
#include <memory>
#include <unistd.h>

namespace og::cli {
namespace {

constexpr const char *footer =
    R"(GLOB fits a kernel (sha1_c_fast, 'des_*'), an operation (des.ecb, 'sha1.*') or one row of the
  catalogue (des.ecb=des_c_sp). Without one, every row is checked.
Each row is called with every count of blocks, every alignment, buffers flush against inaccessible
  pages and random chaining values; its outputs are compared with an oracle written apart from the
  library, and registers, flags, vector and x87 state and the stack are verified after every call.
A failure is followed by the command line that shows it alone.
Columns: the operation; the kernel; calls made; the most stack used, in bytes; ok, FAIL, or skipped
  with the reason.
JSON: an object with seed, quick and rows, an array of objects with op, kernel, ran, skipped (null
  or the reason), cases, stack, ok and failures (an array of property, what, reproduce).
Exit status: 0; 1 when a kernel failed or none could be checked; 2 for bad usage, a GLOB that fits
  nothing, or a wrong OLDGUARD_* variable.)";

struct CheckOptions {
    std::vector<std::string> globs;
    check::Options check;
    bool json = false, list = false;
};

bool fits(const std::string &glob, const og_kernel &kernel) {
    const std::string row = std::string(kernel.op) + "=" + kernel.stem;
    for (const char *name : {kernel.stem, kernel.op, row.c_str()})
        if (fnmatch(glob.c_str(), name, 0) == 0)
            return true;
    return false;
}

// The rows that any glob fits, in the catalogue's order; complains of the globs that fit nothing.
std::vector<const og_kernel *> chosen(const std::vector<std::string> &globs, bool &unknown) {
    std::vector<bool> used(globs.size(), false);
    std::vector<const og_kernel *> rows;
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        bool take = globs.empty();
        for (std::size_t g = 0; g < globs.size(); g++)
            if (fits(globs[g], *kernel))
                take = used[g] = true;
        if (take)
            rows.push_back(kernel);
    }
    for (std::size_t g = 0; g < globs.size(); g++)
        if (!used[g]) {
            complain("check", fmt::format("no kernel or operation fits '{}'; `oldguard kernels` "
                                          "lists them",
                                          globs[g]));
            unknown = true;
        }
    return rows;
}

struct Widths {
    std::size_t op = 0, stem = 0;
};

std::string as_line(const check::Result &result, Widths widths) {
    const std::string row =
        fmt::format("{:<{}}  {:<{}}  ", result.kernel->op, widths.op, result.kernel->stem,
                    widths.stem);
    if (!result.ran)
        return row + fmt::format("{:>7}  {:>6}  skipped: {}\n", "-", "-", result.skipped);
    std::string text = row + fmt::format("{:>7}  {:>6}  {}\n", result.cases, result.stack,
                                         result.passed() ? "ok" : "FAIL");
    for (const auto &failure : result.failures)
        text += fmt::format("    {}\n      {}\n", failure.what, failure.reproduce);
    return text;
}

nlohmann::ordered_json as_json(const check::Result &result) {
    auto failures = nlohmann::ordered_json::array();
    for (const auto &failure : result.failures)
        failures.push_back({{"property", failure.property},
                            {"what", failure.what},
                            {"reproduce", failure.reproduce}});
    nlohmann::ordered_json skipped = nullptr;
    if (!result.ran)
        skipped = result.skipped;
    return {{"op", result.kernel->op},   {"kernel", result.kernel->stem},
            {"ran", result.ran},         {"skipped", skipped},
            {"cases", result.cases},     {"stack", result.stack},
            {"ok", result.passed()},     {"failures", failures}};
}

std::string property_list() {
    std::vector<std::vector<std::string>> rows{{"property", "a kernel"}};
    for (const auto &property : check::properties())
        rows.push_back({property.name, property.promise});
    return aligned(rows);
}

int run(const CheckOptions &options) {
    if (options.list) {
        print(property_list());
        return exit_ok;
    }
    bool unknown = false;
    const auto rows = chosen(options.globs, unknown);
    if (config_is_wrong("check") || unknown)
        return exit_usage;

    Widths widths;
    for (const og_kernel *kernel : rows) {
        widths.op = std::max(widths.op, std::string_view(kernel->op).size());
        widths.stem = std::max(widths.stem, std::string_view(kernel->stem).size());
    }
    if (!options.json)
        print(fmt::format("{:<{}}  {:<{}}  {:>7}  {:>6}  result (seed {})\n", "operation",
                          widths.op, "kernel", widths.stem, "cases", "stack",
                          options.check.seed));
    auto json_rows = nlohmann::ordered_json::array();
    std::size_t passed = 0, failed = 0;
    for (const og_kernel *kernel : rows) {
        const check::Result result = check::check_kernel(*kernel, options.check);
        passed += result.passed();
        failed += result.ran && !result.passed();
        if (options.json) {
            json_rows.push_back(as_json(result));
        } else {
            // A row at a time, so that a long run shows how far it has come.
            if (!print(as_line(result, widths)))
                break;
            std::fflush(stdout);
        }
    }
    const std::size_t skipped = rows.size() - passed - failed;
    if (options.json)
        print(nlohmann::ordered_json{{"seed", options.check.seed},
                                     {"quick", options.check.quick},
                                     {"rows", json_rows}}
                  .dump(2) +
              '\n');
    else
        print(fmt::format("{} ok, {} failed, {} skipped\n", passed, failed, skipped));
    return failed == 0 && passed > 0 ? exit_ok : exit_failed;
}

}  // namespace

void add_check(CLI::App &app, int &status) {
    CLI::App *check = app.add_subcommand("check", "Check kernels against independent oracles");
    auto options = std::make_shared<CheckOptions>();
    check->add_option("GLOB", options->globs, "Kernels or operations to check (default: all)");
    check->add_option("--seed", options->check.seed, "Seed of all random data")
        ->capture_default_str();
    check->add_flag("--quick", options->check.quick, "Fewer cases, as the bench does first");
    check->add_option("--only-property", options->check.only_property,
                      "Report one property alone; see --properties")
        ->type_name("NAME")
        ->check([](const std::string &name) {
            for (const auto &property : check::properties())
                if (name == property.name)
                    return std::string();
            return fmt::format("'{}' is not a property; see --properties", name);
        });
    check->add_flag("--properties", options->list, "List the properties and exit");
    check->add_flag("--json", options->json, "Print a JSON object");
    check->footer(footer);
    check->callback([options, &status] { status = run(*options); });
}

}  // namespace og::cli
