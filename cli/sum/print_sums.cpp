// SPDX-License-Identifier: MIT
#include "print_sums.hpp"

#include "exit_status.hpp"
#include "json_lines.hpp"
#include "operands.hpp"
#include "sum_output.hpp"
#include "text/messages.hpp"
#include "totals_counter.hpp"

#include <chrono>

namespace og::cli {
namespace {

// Writes the lines of the results and the messages about failures.
class Printer final : public Receiver {
public:
    Printer(const LineFormat &format, SumOutput &output, RunProgress &progress)
        : format_(format), output_(output), progress_(progress) {}

    bool result(const Result &result) override {
        if (result.kind == Result::excluded) return true;
        bool go_on = true;
        std::string why;
        if (result.kind != Result::hashed) {
            why = reason(result);
        } else if (!can_write(format_, result.name)) {
            why = "this name cannot be written in this format";
        } else {
            line_.clear();
            append_line(line_, format_, result);
            go_on = output_.add(line_);
            summary_.files++;
            summary_.bytes += result.bytes;
            if (!result.attacked) return go_on;
        }
        go_on = pause() && go_on;
        const std::string name(result.name);
        if (result.attacked) {
            summary_.attacked++;
            complain_attack(name);
        }
        if (why.empty()) return go_on;
        summary_.unreadable++;
        complain("sum", fmt::format("{}: {}", shell_quoted(name), why));
        if (format_.format != Format::jsonl) return go_on;
        line_.clear();
        append_line(line_, format_, result);
        return output_.add(line_) && go_on;
    }
    bool pause() override {
        progress_.hide();
        return output_.flush();
    }
    bool tick() override {
        progress_.tick();
        return true;
    }

    RunSummary &summary() { return summary_; }

private:
    const LineFormat &format_;
    SumOutput &output_;
    RunProgress &progress_;
    RunSummary summary_;
    std::string line_;
};

// Prints how many entries of the walks were passed over.
void report_counts(const WalkCounts &counts) {
    complain_others("sum", counts.others);
    if (counts.excluded > 0)
        complain("sum",
                 fmt::format("{} excluded", counts.excluded == 1
                                                ? "1 file or folder is"
                                                : fmt::format("{} files and folders are", counts.excluded)));
    if (counts.elsewhere > 0)
        complain("sum", fmt::format("{} on other file systems passed over",
                                    counts.elsewhere == 1 ? "1 folder"
                                                          : fmt::format("{} folders", counts.elsewhere)));
}

}  // namespace

int print_sums(const SumOptions &options, HashOptions how, const LineFormat &format, RunProgress &progress) {
    const auto start = std::chrono::steady_clock::now();
    const int when_stopped = options.recursive || !options.files0_from.empty() || !options.output.empty()
                                 ? exit_stopped
                                 : exit_failed;
    SumOutput output(options.output);
    if (!output.ok()) return exit_failed;
    if (options.recursive) how.excluded = output.own_files();
    if (!output.add(header(format))) return when_stopped;
    Printer printer(format, output, progress);
    HashPipeline pipeline(how, printer);
    TotalsCounter totals({.progress = options.progress,
                          .recursive = options.recursive,
                          .one_file_system = options.one_file_system,
                          .exclusions = &options.exclusions,
                          .files0_from = options.files0_from,
                          .files = options.files},
                         progress.totals());
    Operands operands(options, *format.algorithm, pipeline);
    const bool names_read = operands.add_all();
    bool complete = operands.go_on() && pipeline.finish();
    RunSummary &summary = printer.summary();
    if (complete && format.format == Format::jsonl) {
        summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        summary.complete = names_read;
        std::string line;
        append_json(line, summary);
        complete = output.add(line + '\n');
    }
    complete = complete && output.commit();
    if (!complete) return when_stopped;
    totals.wait();
    report_counts(operands.counts());
    return names_read && summary.unreadable == 0 && summary.attacked == 0 ? exit_ok : exit_failed;
}

}  // namespace og::cli
