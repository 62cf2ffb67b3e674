// SPDX-License-Identifier: MIT
#include "session.hpp"

#include "plan.hpp"

namespace og::bench {

namespace {

Sampling sampling(const BenchOptions &options, std::uint64_t seed) {
    Sampling plan;
    plan.seed = seed;
    plan.budget = options.budget ? *options.budget : options.quick ? 8 : 45;
    if (options.quick) {
        plan.want = 12;
        plan.passes = 4;
        plan.longest_call = 0.005;
    }
    return plan;
}

// Takes the samples and fills in the figures of the report.
void measure(Plan &plan, Meter &meter, const BenchOptions &options, Progress &progress) {
    Report &report = plan.report;
    Build &build = report.build;
    take_samples(plan.series, meter, sampling(options, report.seed), progress);
    Reasons untimed;
    for (std::size_t i = 0; i < plan.series.size(); i++) {
        Row &row = report.rows[i];
        row.skipped = plan.series[i].too_slow;
        row.figure = summarise(plan.series[i], meter);
        if (row.timed() && row.figure.accepted == 0 && !options.accept_noise) row.skipped = refused;
        build.accepted += row.figure.accepted;
        if (!row.timed())
            untimed[row.skipped][row.op + " " + row.name + " at"].push_back(format_size(row.size));
    }
    note_each(report, untimed, "not timed because");
    build.core_hz = core_hz(plan.series, meter);
    build.addition_cost = build.accepted ? meter.undisturbed_cost() : 0;
    build.samples = meter.samples();
}

}  // namespace

Report run_bench(const BenchOptions &options, Progress &progress) {
    if (options.sizes.empty()) throw UsageError("at least one size is needed");
    const std::uint64_t begin = now_ns();
    auto clock = options.open(options.clock);
    const std::string name = clock->name(), description = clock->description();
    Plan plan = make_plan(options, progress);
    plan.report.clock = name;
    plan.report.clock_description = description;
    Meter meter(std::move(clock));
    measure(plan, meter, options, progress);
    plan.report.seconds = static_cast<double>(now_ns() - begin) * 1e-9;
    return std::move(plan.report);
}

}  // namespace og::bench
