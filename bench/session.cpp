// SPDX-License-Identifier: MIT
#include "session.hpp"

#include "operations/moved.hpp"
#include "plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace og::bench {

namespace {

constexpr double placement_tolerance = 1.05;

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

// Joins the rows of all placements of the stack to one with the least figure, and notes the greatest.
void join_placements(Report &report) {
    std::vector<Row> joined;
    for (std::size_t at = 0; at < report.rows.size(); at += placements) {
        std::vector<const Row *> timed;
        for (std::size_t i = at; i < at + placements; i++)
            if (report.rows[i].timed()) timed.push_back(&report.rows[i]);
        joined.push_back(report.rows[at + placements - 1]);  // it knows whether the library takes the kernel
        Row &row = joined.back();
        if (timed.empty()) continue;
        const auto by_cycles = [](const Row *a, const Row *b) {
            return a->figure.cycles_min < b->figure.cycles_min;
        };
        const auto [least, most] = std::minmax_element(timed.begin(), timed.end(), by_cycles);
        row.skipped.clear();
        row.figure = (*least)->figure;
        const double limit = row.figure.cycles_min * placement_tolerance;
        const auto slow = std::count_if(timed.begin(), timed.end(),
                                        [&](const Row *placed) { return placed->figure.cycles_min > limit; });
        report.notes.push_back(fmt::format(
            "stack: {} {} {}: up to {:.2f} times the least; over {:.2f} times at {} of {} "
            "places",
            row.op, row.name, format_size(row.size), (*most)->figure.cycles_min / row.figure.cycles_min,
            placement_tolerance, slow, timed.size()));
    }
    report.rows = std::move(joined);
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
    if (options.stack) join_placements(plan.report);
    plan.report.seconds = static_cast<double>(now_ns() - begin) * 1e-9;
    return std::move(plan.report);
}

}  // namespace og::bench
