// SPDX-License-Identifier: MIT
// `oldguard bench`: every kernel and every rival, side by side.
#include "bench/peer_modules.hpp"
#include "bench/self_test.hpp"
#include "bench/session.hpp"
#include "bench_options.hpp"
#include "commands.hpp"
#include "messages.hpp"
#include "output.hpp"

#include <memory>

namespace og::cli {
namespace {

constexpr const char *footer =
    R"(Columns: cycles/byte by message size (the least of many samples); at 16 KiB MiB/s, the median
  over the least, and the speed over the fastest peer's; the slope in cycles/byte and what a call
  costs beyond it. Operations on single blocks: cycles per call.
Every kernel passes its check, and every peer must give the right answer, before it is timed.
Samples count only while the core is otherwise idle; a row that never had it idle is marked "~".
Environment: OLDGUARD_PEERS=FOLDER, where the peers' modules (peer_NAME.so) lie.
Exit status: 0; 1 when a kernel or a peer gave a wrong answer; 2 bad usage.

Examples:
  oldguard bench --only 'sha1*' --size 64,16k
  oldguard bench --only des_c_sp,openssl.low --json)";

struct Options {
    std::string only;
    std::vector<std::string> sizes;
    bool peers = false, no_peers = false, json = false, markdown = false, self_test = false;
    SamplingOptions sampling;
};

std::vector<std::string> patterns_of(const std::string &list) {
    std::vector<std::string> patterns;
    for (const std::string &pattern : CLI::detail::split(list, ','))
        if (!pattern.empty())
            patterns.push_back(pattern);
    return patterns;
}

int run(const Options &options) {
    bench::Progress progress;
    if (options.self_test) {
        bench::Meter meter(bench::open_clock(options.sampling.clock));
        const bench::SelfTest result = bench::self_test(meter);
        print(result.text);
        return result.passed ? exit_ok : exit_failed;
    }
    bench::BenchOptions bench;
    options.sampling.apply(bench);
    bench.only = patterns_of(options.only);
    bench.peers = !options.no_peers;
    bench.peer_folder = bench::peer_folder();
    if (!options.sizes.empty())
        bench.sizes.clear();
    for (const std::string &size : options.sizes)
        bench.sizes.push_back(bench::parse_size(size));
    const bench::Report report = run_bench(bench, progress);
    print(options.json       ? as_json(report)
          : options.markdown ? as_markdown(report)
                             : as_text(report));
    if (options.json || options.markdown)
        for (const std::string &problem : report.problems)
            complain("bench", problem);
    return report.problems.empty() ? exit_ok : exit_failed;
}

}  // namespace

void add_bench(CLI::App &app, int &status) {
    CLI::App *command =
        app.add_subcommand("bench", "Time every kernel, with other libraries beside them");
    auto options = std::make_shared<Options>();
    command
        ->add_option("--only", options->only,
                     "Only rows whose operation, kernel or peer fits one of these patterns")
        ->type_name("GLOB,...");
    command->add_option("--size", options->sizes, "Sizes in bytes (64,1k,16k,1M)")
        ->type_name("N,...")
        ->delimiter(',');
    command->add_flag("--no-peers", options->no_peers, "Without other libraries")
        ->excludes(command->add_flag("--peers", options->peers, "With other libraries (the default)"));
    auto *json = command->add_flag("--json", options->json, "Print a JSON object");
    command->add_flag("--md", options->markdown, "Print Markdown tables")->excludes(json);
    add_sampling_options(*command, options->sampling);
    command->add_flag("--self-test", options->self_test,
                      "Only show whether the clock tells the truth");
    command->footer(footer);
    command->callback([options, &status] {
        if (config_is_wrong("bench")) {
            status = exit_usage;
            return;
        }
        try {
            status = run(*options);
        } catch (const bench::UsageError &error) {
            complain("bench", error.what());
            status = exit_usage;
        } catch (const std::runtime_error &error) {
            complain("bench", error.what());
            status = exit_failed;
        }
    });
}

}  // namespace og::cli
