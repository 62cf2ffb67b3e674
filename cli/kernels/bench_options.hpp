// SPDX-License-Identifier: MIT
// The options that `oldguard bench` and `oldguard tune` share.
#pragma once

#include "bench/session.hpp"
#include "command.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace og::cli {

inline constexpr std::array<std::string_view, 4> clock_names{"auto", "perf", "tsc", "time"};  // as ClockKind

struct SamplingOptions {
    bool quick = false, accept_noise = false;
    std::optional<double> budget;
    std::optional<std::uint64_t> seed;
    std::string clock{clock_names[0]};

    bench::ClockKind clock_kind() const {
        return static_cast<bench::ClockKind>(std::find(clock_names.begin(), clock_names.end(), clock) -
                                             clock_names.begin());
    }

    void apply(bench::BenchOptions &options) const {
        options.quick = quick;
        options.accept_noise = accept_noise;
        options.budget = budget;
        options.seed = seed;
        options.clock = clock_kind();
    }
};

// Returns the patterns of a list separated by commas.
inline std::vector<std::string> patterns_of(const std::string &list) { return split(list, ','); }

inline void add_sampling_options(Command &command, SamplingOptions &options) {
    command.add_flag("--quick", options.quick, "Take fewer samples: less precise, much faster");
    command.add_flag("--accept-noise", options.accept_noise,
                     "Keep figures measured on a busy machine, marked \"~\"");
    command.add_option("--budget", options.budget, "Sample for at most SECONDS seconds")
        ->type_name("SECONDS")
        ->check(in_range(0.1, 3600.0));
    command.add_option("--seed", options.seed, "Seed of the random order, to repeat a run")->type_name("N");
    command
        .add_option("--clock", options.clock,
                    "perf, tsc or time (see docs/bench.md); auto: the first one that works")
        ->type_name("NAME")
        ->check(one_of(clock_names).hidden());
}

}  // namespace og::cli
