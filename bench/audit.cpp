// SPDX-License-Identifier: MIT
#include "audit.hpp"

#include "operations/arena.hpp"
#include "operations/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>

namespace og::bench {

namespace {

// A kernel or the dispatch on the call of a choice.
struct Contender {
    std::string stem;
    bool dispatch = false;  // the call through the dispatch, without a forced kernel
    Series series;
    std::vector<double> minima;  // cycles of the fastest sample of each measurement that had one

    // Returns the median of the minima, or 0. A sample during which the clock changed can have too few
    // cycles, so the least of them is not used.
    double cycles() const {
        if (minima.empty()) return 0;
        std::vector<double> sorted = minima;
        std::sort(sorted.begin(), sorted.end());
        return sorted[(sorted.size() - 1) / 2];
    }
};

struct Case {
    Choice choice;
    std::vector<Contender> contenders;
};

std::vector<std::size_t> message_sizes(const BenchOptions &options) {
    if (options.quick) return {64, 1024, 16384};
    return {64,   128,  192,  256,  384,  512,  768,  1024, 2048,  3072,  3584,  3840,
            4096, 4104, 5120, 6144, 6656, 7168, 8192, 8200, 10240, 12288, 14336, 16384};
}

std::vector<std::size_t> batch_sizes(const BenchOptions &options, const std::string &op) {
    if (batch_has_one_size(op)) return {64};
    return options.quick ? std::vector<std::size_t>{64, 1024}
                         : std::vector<std::size_t>{64, 256, 1024, 16384};
}

std::vector<std::size_t> counts(const BenchOptions &options) {
    if (options.quick) return {1, 2, 3, 4, 5, 8, 9, 12, 16, 17, 24, 32, 33, 48, 64};
    std::vector<std::size_t> all(most_batch);
    for (std::size_t i = 0; i < most_batch; i++) all[i] = i + 1;
    return all;
}

std::vector<const og_kernel *> usable_kernels(const std::string &op) {
    std::vector<const og_kernel *> usable;
    char why[160];
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
        if (kernel->op == op && og_kernel_usable(kernel, why, sizeof why)) usable.push_back(kernel);
    return usable;
}

// Returns what can be forced for an operation on many messages: its kernels, and each message by itself.
std::vector<const char *> forcible(const std::string &op) {
    constexpr const char *alone = "one-by-one";
    std::vector<const char *> stems;
    for (const og_kernel *kernel : usable_kernels(op)) stems.push_back(kernel->stem);
    if (og_force_kernel(op.c_str(), alone) == OG_OK) {
        og_force_kernel(op.c_str(), nullptr);
        stems.push_back(alone);
    }
    return stems;
}

std::string stem_of(const og_kernel *kernel) { return kernel ? kernel->stem : ""; }

// Returns the cases of an operation on one message: a contender is a kernel.
std::vector<Case> single_cases(const Operation &op, const BenchOptions &options, const Arena &arena) {
    std::vector<Case> cases;
    for (std::size_t size : op.call_sizes.empty() ? message_sizes(options) : op.call_sizes) {
        if (size % op.granule != 0) continue;
        Case entry;
        entry.choice.op = op.name;
        entry.choice.size = size;
        entry.choice.taken = stem_of(og_kernel_for(op.catalogue.c_str(), op.choice_size(size), nullptr));
        for (const og_kernel *kernel : usable_kernels(op.catalogue)) {
            Contender &contender = entry.contenders.emplace_back();
            contender.stem = kernel->stem;
            contender.series.work = op.make(kernel, arena.task(size, op.input_is_key));
        }
        cases.push_back(std::move(entry));
    }
    return cases;
}

// Returns the kernel that the dispatch takes for every size of an operation, or "" if there are several.
std::string only_kernel(const std::string &op) {
    std::array<og_kernel_choice, 2> rows{};
    const std::size_t count = std::min(og_explain(op.c_str(), rows.data(), rows.size()), rows.size());
    return count > 0 && rows[0].taken && (count == 1 || !rows[1].taken) ? rows[0].kernel->stem : "";
}

// Returns the cases of an operation on many messages: a contender is a call of the library, in which the
// dispatch chooses for the messages that are left, or one kernel is forced. If the dispatch always takes the
// same kernel, its row is that of the kernel.
std::vector<Case> batch_cases(const std::string &op, const BenchOptions &options, const Arena &arena) {
    std::vector<Case> cases;
    const std::string only = only_kernel(op);
    for (std::size_t size : batch_sizes(options, op))
        for (std::size_t messages : counts(options)) {
            const Task task = arena.task(size * messages, false);
            Case entry;
            entry.choice.op = op;
            entry.choice.size = size;
            entry.choice.messages = messages;
            entry.choice.taken = only;
            std::unique_ptr<Work> chosen = make_batch(op, nullptr, task, messages);
            if (!chosen) return {};
            if (only.empty()) {
                Contender &contender = entry.contenders.emplace_back();
                contender.dispatch = true;
                contender.series.work = std::move(chosen);
            }
            for (const char *stem : forcible(op)) {
                Contender &contender = entry.contenders.emplace_back();
                contender.stem = stem;
                contender.series.work = make_batch(op, stem, task, messages);
            }
            cases.push_back(std::move(entry));
        }
    return cases;
}

// Samples all contenders of some cases together and keeps the least cycles of each.
void measure(const std::vector<Case *> &cases, Meter &meter, const Sampling &sampling, bool accept_noise,
             Progress &progress) {
    std::vector<Contender *> contenders;
    for (Case *entry : cases)
        for (Contender &contender : entry->contenders) contenders.push_back(&contender);
    std::vector<Series> rows(contenders.size());
    for (std::size_t i = 0; i < rows.size(); i++) rows[i].work = std::move(contenders[i]->series.work);
    take_samples(rows, meter, sampling, progress);
    for (std::size_t i = 0; i < rows.size(); i++) {
        const Figure figure = summarise(rows[i], meter);
        if (figure.cycles_min > 0 && (figure.accepted > 0 || accept_noise))
            contenders[i]->minima.push_back(figure.cycles_min);
        contenders[i]->series.work = std::move(rows[i].work);
    }
}

void judge_contenders(Case &entry) {
    std::vector<Timed> timed;
    for (const Contender &contender : entry.contenders)
        timed.push_back({contender.stem, contender.dispatch, contender.cycles()});
    judge(entry.choice, timed);
}

class Auditor {
public:
    Auditor(const BenchOptions &options, Progress &progress)
        : options_(options), progress_(progress), meter_(options.open(options.clock)) {
        sampling_.seed = options.seed ? *options.seed : std::random_device()() % 1000000;
        sampling_.want = options.quick ? 12 : 40;
        sampling_.passes = options.quick ? 4 : 8;
        sampling_.longest_call = options.quick ? 0.005 : 0.02;
        budget_ = options.budget ? *options.budget : options.quick ? 2 : 15;
    }

    Audit run() {
        Selection selection(options_.only);
        for (std::size_t i = 0; const char *name = og_op_at(i); i++)
            if (selection.takes(name, name)) examine(name);
        if (const auto unused = selection.unused(); !unused.empty())
            throw UsageError(
                fmt::format("no operation matches '{}': see `oldguard kernels`", unused.front()));
        return std::move(audit_);
    }

private:
    void examine(const std::string &op) {
        if (usable_kernels(op).empty()) return audit_.notes.push_back(op + ": no kernel can run here");
        std::vector<Case> cases = batch_cases(op, options_, arena_);
        for (const Operation &entry : operations())
            if (cases.empty() && entry.name == op && entry.catalogue == op && !entry.whole_call)
                cases = single_cases(entry, options_, arena_);
        if (cases.empty()) return audit_.notes.push_back(op + ": the audit does not know how to time it");
        std::vector<Case *> open;
        for (Case &entry : cases) open.push_back(&entry);
        const std::uint64_t begin = now_ns();
        for (int round = 0; round < rounds && !open.empty(); round++) {
            // All rounds share the budget of the operation.
            const double left = budget_ - static_cast<double>(now_ns() - begin) * 1e-9;
            if (round > 0 && left <= 0) break;
            sampling_.budget = round == 0 ? left / 2 : left;
            measure(open, meter_, sampling_, options_.accept_noise, progress_);
            for (Case *entry : open) judge_contenders(*entry);
            std::erase_if(open,
                          [](Case *entry) { return entry->choice.measured() && !entry->choice.missed(); });
        }
        for (Case &entry : cases) audit_.choices.push_back(entry.choice);
    }

    static constexpr int rounds = 10;  // the most measurements of a choice

    const BenchOptions &options_;
    Progress &progress_;
    const Arena arena_{most_batch * 16384, 1};
    Meter meter_;
    Sampling sampling_;
    double budget_ = 0;  // seconds for an operation
    Audit audit_;
};

}  // namespace

std::string Choice::text() const {
    const bool whole = messages > 0 && batch_has_one_size(op);
    const double units = static_cast<double>((whole ? 1 : size) * std::max<std::size_t>(messages, 1));
    std::string where = messages ? fmt::format("{} x {}", messages, format_size(size)) : format_size(size);
    if (!measured()) return fmt::format("{} {}: not measured", op, where);
    return fmt::format("{} {}: {} {:.2f}, {} {:.2f} cycles/{}, {:.2f}x", op, where,
                       messages ? "the choice" : taken, taken_cycles / units, best, best_cycles / units,
                       whole ? "message" : "byte", taken_cycles / best_cycles);
}

void judge(Choice &choice, const std::vector<Timed> &timed) {
    choice.best_cycles = choice.taken_cycles = 0;
    for (const auto &[stem, dispatch, cycles] : timed) {
        if (dispatch || stem == choice.taken) choice.taken_cycles = cycles;
        if (!dispatch && cycles > 0 && (choice.best_cycles == 0 || cycles < choice.best_cycles)) {
            choice.best = stem;
            choice.best_cycles = cycles;
        }
    }
}

std::vector<std::string> unmeasured(const Audit &audit) {
    std::vector<std::pair<std::string, std::pair<std::size_t, std::size_t>>> counts;  // of those, of all
    for (const Choice &choice : audit.choices) {
        if (counts.empty() || counts.back().first != choice.op) counts.push_back({choice.op, {0, 0}});
        counts.back().second.first += !choice.measured();
        counts.back().second.second++;
    }
    std::vector<std::string> lines;
    for (const auto &[op, count] : counts)
        if (count.first > 0)
            lines.push_back(
                fmt::format("{}: {} of {} choices not measured: the processor was never free for them", op,
                            count.first, count.second));
    return lines;
}

Audit audit(const BenchOptions &options, Progress &progress) { return Auditor(options, progress).run(); }

}  // namespace og::bench
