// SPDX-License-Identifier: MIT
// `oldguard bench`: measures every kernel and every peer.
#include "names.hpp"
#include "bench/peer_modules.hpp"
#include "bench/reports/screen.hpp"
#include "bench/session.hpp"
#include "bench/timing/self_test.hpp"
#include "bench_files.hpp"
#include "bench_options.hpp"
#include "chosen.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "os/file.hpp"
#include "os/terminal.hpp"
#include "text/messages.hpp"

#include <cstdlib>
#include <memory>

namespace og::cli {
namespace {

constexpr const char *bench_footer =
    R"(Columns: cycles/byte for each message size (the minimum of many samples). At 16 KiB: MiB/s, the
  ratio of median to minimum, and the speed relative to the fastest peer. Slope: cycles/byte of an
  additional byte, and the fixed cost of a call. Operations on single blocks: cycles per call.
A kernel is measured only after it passed its check, and a peer only after it gave the right answer.
A sample counts only if nothing else used the core. A row with too few samples is marked "~". A row
  without samples has no figure.
Environment: OLDGUARD_PEERS=FOLDER is the folder of the peers' modules (peer_NAME.so). A
  NO_COLOR that is not empty switches colours off.
The summary comes last and fits one screen: for each operation the kernel that the library selects, the
  fastest peer, and the speed relative to it ("*": the peer is faster; "=": within 2 %). With --output
  the table is only in the files, unless --full prints it too. --json prints everything, summary
  included, as one document.
Exit status: 0 success; 1 a kernel or a peer gave a wrong answer, the processor was too busy to measure
  anything, or a file could not be written; 2 bad usage.

Examples:
  oldguard bench --output bench-results
  oldguard bench --only 'sha1*' --size 64,16k
  oldguard bench --only des_c_sp,openssl.low --json)";

struct Options {
    std::string only;
    std::vector<std::string> sizes;
    std::string output;
    bool peers = false, no_peers = false, stack = false, json = false, full = false;
    bool self_test = false;
    SamplingOptions sampling;
};

// Returns whether the table and the notes are printed to standard output.
bool prints_table(const Options &options) { return options.output.empty() || options.full; }

std::string output_of(const Options &options, const bench::Report &report) {
    if (options.json) return as_json(report);
    const char *no_colour = std::getenv("NO_COLOR");
    bench::ScreenStyle style;
    style.colour = os::is_terminal(STDOUT_FILENO) && (!no_colour || !*no_colour);
    style.last_line = options.output.empty()
                          ? "The full table and the notes are above; --output DIR writes them to files."
                          : BenchFiles(options.output).last_line();
    const std::string summary = as_screen(report, style);
    return prints_table(options) ? as_text(report) + "\n" + summary : summary;
}

int run(const Options &options) {
    bench::Progress progress(fmt::format("{} bench", program_name));
    if (options.self_test) {
        bench::Meter meter(bench::open_clock(options.sampling.clock_kind()));
        const bench::SelfTest result = bench::self_test(meter);
        print(result.text);
        return result.passed ? exit_ok : exit_failed;
    }
    bench::BenchOptions bench;
    options.sampling.apply(bench);
    bench.only = patterns_of(options.only);
    bench.peers = !options.no_peers && !options.stack;
    bench.stack = options.stack;
    bench.peer_folder = bench::peer_folder();
    if (!options.sizes.empty()) bench.sizes.clear();
    for (const std::string &size : options.sizes) bench.sizes.push_back(bench::parse_size(size));
    if (!options.output.empty() && !BenchFiles(options.output).prepare()) return exit_failed;
    const bench::Report report = run_bench(bench, progress);
    const bool written = options.output.empty() || BenchFiles(options.output).write(report);
    print(output_of(options, report));
    const std::vector<std::string> failed = failures(report);
    const bool shown = prints_table(options) && !options.json;
    if (!shown)
        for (const std::string &failure : failed) complain("bench", failure);
    return failed.empty() && written ? exit_ok : exit_failed;
}

}  // namespace

void describe_bench(Command &bench) {
    auto options = std::make_shared<Options>();
    bench
        .add_option("--only", options->only,
                    "Only rows whose operation, kernel or peer matches one of these patterns")
        ->type_name("GLOB,...")
        ->offers(catalogue_names);
    bench.add_list("--size", options->sizes, "Message sizes in bytes (64,1k,16k,1M)")->type_name("N,...");
    auto *none = bench.add_flag("--no-peers", options->no_peers, "Do not measure other libraries");
    auto *peers = bench.add_flag("--peers", options->peers, "Measure other libraries too (default)");
    none->excludes(peers);
    bench
        .add_flag("--stack", options->stack,
                  "Time each row at 32 places of the stack, without other libraries")
        ->excludes(peers);
    auto *output = bench
                       .add_option("-o,--output", options->output,
                                   "Write bench.txt and bench.json into DIR and print only the summary")
                       ->type_name("DIR");
    auto *full =
        bench.add_flag("--full", options->full, "With --output: also print the table")->needs(output);
    auto *json = bench.add_flag("--json", options->json, "Print a JSON object");
    json->excludes(full);
    add_sampling_options(bench, options->sampling);
    bench.add_flag("--self-test", options->self_test, "Only test the clock")->excludes(output);
    bench.footer(bench_footer);
    bench.callback([options] {
        if (config_is_wrong("bench")) {
            return exit_usage;
        }
        try {
            return run(*options);
        } catch (const bench::UsageError &error) {
            complain("bench", error.what());
            return exit_usage;
        } catch (const std::runtime_error &error) {
            complain("bench", error.what());
            return exit_failed;
        }
    });
}

}  // namespace og::cli
