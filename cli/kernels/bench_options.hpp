// SPDX-License-Identifier: MIT
// The options that `oldguard bench` and `oldguard tune` share.
#pragma once

#include "bench/session.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace og::cli {

struct SamplingOptions {
    bool quick = false, accept_noise = false;
    std::optional<double> budget;
    std::optional<std::uint64_t> seed;
    bench::ClockKind clock = bench::ClockKind::automatic;

    void apply(bench::BenchOptions &options) const {
        options.quick = quick;
        options.accept_noise = accept_noise;
        options.budget = budget;
        options.seed = seed;
        options.clock = clock;
    }
};

// Returns the patterns of a list separated by commas.
inline std::vector<std::string> patterns_of(const std::string &list) {
    std::vector<std::string> patterns;
    for (const std::string &pattern : CLI::detail::split(list, ','))
        if (!pattern.empty()) patterns.push_back(pattern);
    return patterns;
}

inline void add_sampling_options(CLI::App &command, SamplingOptions &options) {
    static const std::map<std::string, bench::ClockKind> clocks{{"auto", bench::ClockKind::automatic},
                                                                {"perf", bench::ClockKind::perf},
                                                                {"tsc", bench::ClockKind::tsc},
                                                                {"time", bench::ClockKind::time}};
    command.add_flag("--quick", options.quick, "Take fewer samples: less precise, much faster");
    command.add_flag("--accept-noise", options.accept_noise,
                     "Keep figures measured on a busy machine, marked \"~\"");
    command.add_option("--budget", options.budget, "Sample for at most SECONDS seconds")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.1, 3600.0));
    command.add_option("--seed", options.seed, "Seed of the random order, to repeat a run")->type_name("N");
    command
        .add_option("--clock", options.clock,
                    "perf, tsc or time (see docs/bench.md); auto: the first one that works")
        ->type_name("NAME")
        ->transform(CLI::CheckedTransformer(clocks).description(""));
}

}  // namespace og::cli
