// SPDX-License-Identifier: MIT
// `oldguard tune`: measures every kernel that can run on this machine and writes the order of kernels.
#include "names.hpp"
#include "bench/audit.hpp"
#include "bench/order.hpp"
#include "bench/session.hpp"
#include "bench_options.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "files/whole_file.hpp"
#include "os/file.hpp"
#include "os/process.hpp"
#include "os/terminal.hpp"
#include "text/messages.hpp"
#include "text/quote.hpp"

#include <oldguard/kernels.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>

namespace og::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char *tune_footer =
    R"help(Measures for some seconds, reports where the order of this machine differs from the order in
  use, and writes lines "operation kernel sizes cycles-per-byte", best first. The command uses the
  file named by OLDGUARD_TUNE, and a program can pass its text to og_set_order. The last line on
  standard error shows how to set the variable. If standard output is not a terminal, it receives the same
  setting for the shell: eval "$(oldguard tune)"
The file names the processor and version that it was measured with. It is ignored for any other.
With --audit nothing is written. Every kernel is forced by name and timed beside the choice in use: for
  each operation at 64 B to 16 KiB, and for 1 to 64 messages where a call takes many. A line is printed for
  each choice that costs over 3 % more than the best kernel, and one for each operation of which choices could
  not be measured. A budget holds for each operation (default: 15 seconds, with --quick 2).
Exit status: 0 success; 1 the machine was too busy to measure (nothing is written), the file could not
  be written, or --audit found such a choice; 2 bad usage, or an invalid OLDGUARD_* variable.)help";

struct TuneOptions {
    std::string output;
    bool audit = false;
    std::string only;
    SamplingOptions sampling;
};

// Returns the file "oldguard/tune" in the folder for the user's settings, or "" if that is not known.
fs::path default_file() {
    const std::string folder = os::settings_folder();
    return folder.empty() ? fs::path() : fs::path(folder) / "oldguard" / "tune";
}

// Returns the file to write. Prints the reason and returns "" if it cannot be written.
std::string file_to_write(const std::string &output) {
    const fs::path file = output.empty() ? default_file() : fs::path(output);
    if (file.empty()) {
        complain("tune", "HOME and XDG_CONFIG_HOME are not set: use -o FILE");
        return "";
    }
    std::error_code error;
    if (output.empty() && !fs::create_directories(file.parent_path(), error) && error) {
        complain("tune", shell_quoted(file.parent_path().string()) + ": " + error.message());
        return "";
    }
    return can_write_file("tune", file.string()) ? file.string() : "";
}

int write_order(const std::string &text, const std::string &file) {
    if (file == "-") {
        print(text);
        complain("tune", "to use this order, store it in a file and set OLDGUARD_TUNE to its name");
        return exit_ok;
    }
    if (!write_file("tune", file, text)) return exit_failed;
    std::error_code error;
    const std::string absolute = fs::absolute(file, error).string();
    const std::string setting = "export OLDGUARD_TUNE=" + shell_quoted(absolute);
    complain("tune", "to use this order, run: " + setting);
    if (!os::is_terminal(STDOUT_FILENO))  // for eval
        print(setting + '\n');
    return exit_ok;
}

// Returns the kernel that serves an operation at a size, or "".
std::string serving(const std::string &op, std::size_t size) {
    const og_kernel *kernel = og_kernel_for(op.c_str(), size, nullptr);
    return kernel ? kernel->stem : "";
}

int run(const TuneOptions &options) {
    const std::string file = file_to_write(options.output);
    if (file.empty()) return exit_failed;
    bench::BenchOptions bench;
    options.sampling.apply(bench);
    bench.peers = false;
    bench.kernels_only = true;
    bench.sizes = {std::begin(bench::tune_sizes), std::end(bench::tune_sizes)};
    if (!bench.budget) bench.budget = bench.quick ? 5 : 15;
    bench::Progress progress("oldguard tune");
    const bench::Report report = run_bench(bench, progress);
    for (const std::string &problem : report.problems) complain("tune", problem);
    for (const std::string &note : report.notes)
        if (note.starts_with("not timed"))  // which rows, and why
            complain("tune", note);
    if (!report.problems.empty()) return exit_failed;
    const std::vector<std::string> unreliable = unreliable_rows(report);
    if (!unreliable.empty()) {
        complain("tune",
                 unreliable.front() +
                     (unreliable.size() > 1 ? fmt::format(" (and {} more)", unreliable.size() - 1) : ""));
        if (!options.sampling.accept_noise) {
            complain("tune", "nothing written: try again on a quieter machine, with a larger "
                             "--budget, or with --accept-noise");
            return exit_failed;
        }
    }
    const std::vector<bench::Order> orders = orders_of(report);
    // Standard output is for the shell.
    for (const std::string &line : remarks(report, orders, serving)) complain("tune", line);
    return write_order(order_file(report, orders), file);
}

// Compares the order in use with all kernels. Prints each choice that is not among the best.
int run_audit(const TuneOptions &options) {
    bench::BenchOptions bench;
    options.sampling.apply(bench);
    bench.only = patterns_of(options.only);
    bench::Progress progress("oldguard tune");
    const bench::Audit audit = bench::audit(bench, progress);
    std::size_t misses = 0, unknown = 0;
    for (const bench::Choice &choice : audit.choices) {
        misses += choice.missed();
        unknown += !choice.measured();
        if (choice.missed()) print(choice.text() + '\n');
    }
    for (const std::string &line : unmeasured(audit)) print(line + '\n');
    for (const std::string &note : audit.notes) complain("tune", note);
    print(fmt::format("{} compared: {} over 3 % slower than the best kernel, {} not measured\n",
                      audit.choices.size(), misses, unknown));
    return misses + unknown == 0 ? exit_ok : exit_failed;
}

}  // namespace

void describe_tune(Command &tune) {
    auto options = std::make_shared<TuneOptions>();
    auto *output = tune.add_option("-o,--output", options->output,
                                   "File to write (default: ~/.config/oldguard/tune; -: standard output)")
                       ->type_name("FILE");
    auto *audit = tune.add_flag("--audit", options->audit,
                                "Compare the order in use with every kernel, and write nothing")
                      ->excludes(output);
    tune.add_option("--only", options->only, "With --audit: only operations that match one of these patterns")
        ->type_name("GLOB,...")
        ->offers(operation_names)
        ->needs(audit);
    add_sampling_options(tune, options->sampling);
    tune.footer(tune_footer);
    tune.callback([options] {
        // No warning about OLDGUARD_TUNE, which may name the file that this command is about to write.
        char error[320];
        if (og_config_error(error, sizeof error) != OG_OK) {
            complain("tune", printable(error));
            return exit_usage;
        }
        try {
            return options->audit ? run_audit(*options) : run(*options);
        } catch (const bench::UsageError &error) {
            complain("tune", error.what());
            return exit_usage;
        } catch (const std::runtime_error &error) {
            complain("tune", error.what());
            return exit_failed;
        }
    });
}

}  // namespace og::cli
