// SPDX-License-Identifier: MIT
#include "plan.hpp"

#include "operations/moved.hpp"
#include "operations/operation.hpp"
#include "peer_modules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace og::bench {

namespace {

constexpr std::size_t answer_size = 4096;  // bytes of the input that answers are compared on

class Planner {
public:
    Planner(const BenchOptions &options, Progress &progress, Plan &plan)
        : options_(options),
          progress_(progress),
          selection_(options.only),
          arena_(plan.arena),
          report_(plan.report),
          series_(plan.series) {}

    void run() {
        if (options_.peers) peers_ = load_peers(options_.peer_folder);
        for (const Peer &peer : peers_) report_.peers.push_back({peer.library, peer.version, peer.missing});
        for (const Operation &op : operations()) plan(op);
        note_unknown_operations();
        refuse_unused_patterns();
        note_operations_without_size();
        note_each(report_, left_out_, "left out because");
        // Another program times these. They are named where nothing else explains an empty report.
        if (report_.rows.empty()) note_each(report_, foreign_, "left out because");
    }

private:
    void plan(const Operation &op) {
        if (options_.kernels_only && (op.catalogue.empty() || op.whole_call)) return;
        if (op.catalogue.empty()) {
            if (selection_.takes(op.name, op.row_name)) add_ours(op, op.row_name, nullptr, sizes_of(op));
        } else if (op.whole_call) {
            plan_whole_call(op);
        } else {
            for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
                if (kernel->op == op.catalogue && selection_.takes(op.name, kernel->stem))
                    plan_kernel(op, *kernel);
        }
        for (const Peer &peer : peers_)
            for (const og_peer_row *row : peer.rows)
                if (row->op == op.name && selection_.takes(op.name, row->name)) plan_peer(op, *row);
    }

    std::vector<std::size_t> sizes_of(const Operation &op) {
        if (!op.call_sizes.empty()) return op.call_sizes;
        std::vector<std::size_t> sizes;
        for (std::size_t size : report_.sizes)
            if (size % op.granule == 0) sizes.push_back(size);
        if (sizes.empty()) without_size_.insert(&op);
        return sizes;
    }

    void plan_kernel(const Operation &op, const og_kernel &kernel) {
        char why[160];
        const bool foreign = kernel.bits != 0 && unsigned(kernel.bits) != pointer_bits;
        if (!og_kernel_usable(&kernel, why, sizeof why))
            (foreign ? foreign_ : left_out_)[why][op.name + " " + kernel.stem];
        else if (passes_check(kernel))
            add_ours(op, kernel.stem, &kernel, sizes_of(op));
    }

    // Plans a row for each size: the kernel that a whole call takes depends on the size.
    void plan_whole_call(const Operation &op) {
        if (!is_wanted(op)) return;
        std::vector<std::size_t> sizes = sizes_of(op);
        for (const Operation &many : operations())
            if (many.alone == op.name && op.call_sizes.empty()) add_message_size(many, sizes);
        for (std::size_t size : sizes) {
            int status = OG_OK;
            const og_kernel *kernel = kernel_taken(op, size, &status);
            if (!kernel)
                left_out_[og_strerror(status)][op.name];
            else if (selection_.takes(op.name, kernel->stem) && passes_check(*kernel))
                add_ours(op, kernel->stem, nullptr, {size});
        }
    }

    // Adds the size of one of the messages of an operation on many, so that the summary can compare both.
    void add_message_size(const Operation &many, std::vector<std::size_t> &sizes) {
        const std::size_t size = main_size(report_);
        if (size % many.granule != 0 || !is_wanted(many)) return;
        const std::size_t one = size / many.messages_in(size);
        if (std::find(sizes.begin(), sizes.end(), one) == sizes.end())
            sizes.insert(std::upper_bound(sizes.begin(), sizes.end(), one), one);
    }

    static const og_kernel *kernel_taken(const Operation &op, std::size_t size, int *status) {
        return og_kernel_for(op.catalogue.c_str(), op.choice_size(size), status);
    }

    // Returns whether the user selected the operation or a kernel that its calls could take.
    bool is_wanted(const Operation &op) {
        bool wanted = selection_.takes(op.name, op.name);
        for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
            wanted = wanted || (kernel->op == op.catalogue && selection_.takes(op.name, kernel->stem));
        return wanted;
    }

    void plan_peer(const Operation &op, const og_peer_row &row) {
        const std::vector<std::size_t> sizes = sizes_of(op);
        const auto make = [&](const Task &task) { return make_peer_work(row, task); };
        if (sizes.empty()) return;
        if (!answers(op, make))
            return problem(fmt::format("{} {}: wrong answer, not timed", op.name, row.name));
        for (std::size_t size : sizes) {
            add(op, row.name, make(arena_.task(size, op.input_is_key)), size);
            report_.rows.back().peer = true;
            report_.rows.back().path = row.path ? row.path : "";
        }
    }

    void add_ours(const Operation &op, const std::string &name, const og_kernel *kernel,
                  const std::vector<std::size_t> &sizes) {
        const auto make = [&](const Task &task) { return op.make(kernel, task); };
        if (sizes.empty()) return;
        if (!answers(op, make)) return problem(fmt::format("{} {}: wrong answer, not timed", op.name, name));
        for (std::size_t size : sizes) {
            add(op, name, make(arena_.task(size, op.input_is_key)), size);
            report_.rows.back().taken = !kernel || kernel == kernel_taken(op, size, nullptr);
        }
    }

    void add(const Operation &op, const std::string &name, std::unique_ptr<Work> work, std::size_t size) {
        if (!work) throw std::runtime_error(name + ": cannot be set up a second time");
        Row row;
        row.op = op.name;
        row.name = name;
        row.unit = op.unit;
        row.iterations = op.iterations;
        row.parallel = size / op.granule;
        row.size = size;
        row.checked = true;
        if (!options_.stack) return add(row, std::move(work));
        const std::shared_ptr<Work> shared = std::move(work);
        for (std::size_t i = 0; i < placements; i++)
            add(row, std::make_unique<Moved>(shared, i * placement_step));
    }

    void add(const Row &row, std::unique_ptr<Work> work) {
        series_.emplace_back();
        if (const Row *last = report_.rows.empty() ? nullptr : &report_.rows.back();
            last && last->op == row.op && last->name == row.name)
            series_.back().growth = static_cast<double>(row.size) / static_cast<double>(last->size);
        report_.rows.push_back(row);
        series_.back().work = std::move(work);
    }

    // Returns whether two calls give the reference's answer, on one block and on many.
    template <class Make> bool answers(const Operation &op, const Make &make) {
        progress_.show(fmt::format("{}-bit: preparing {}", pointer_bits, op.name), 0, 0);
        const std::size_t many = op.call_sizes.empty() ? answer_size : op.call_sizes.back();
        for (std::size_t size : {op.granule, many}) {
            const Task task = arena_.task(size, op.input_is_key);
            const Bytes expected = op.expected(op, task, 2);
            std::fill_n(task.out, size, std::uint8_t{0});
            const std::unique_ptr<Work> work = make(task);
            if (!work) return false;
            work->run(2);
            if (expected.empty() || work->answer() != expected) return false;
        }
        return true;
    }

    // Checks each kernel once, whatever the number of its rows.
    bool passes_check(const og_kernel &kernel) {
        auto [at, fresh] = verdicts_.try_emplace(&kernel);
        if (fresh) {
            progress_.show(fmt::format("{}-bit: checking {} {}", pointer_bits, kernel.op, kernel.stem), 0, 0);
            at->second = options_.check(kernel);
            if (!at->second.empty())
                problem(fmt::format("{} {}: not timed: {}", kernel.op, kernel.stem, at->second));
        }
        return at->second.empty();
    }

    void note_unknown_operations() {
        for (std::size_t i = 0; const char *name = og_op_at(i); i++)
            if (std::none_of(operations().begin(), operations().end(),
                             [&](const Operation &op) { return op.catalogue == name; }))
                note(fmt::format("{}: the bench does not know how to time it", name));
    }

    // Notes the operations that have no row because no size fits.
    void note_operations_without_size() {
        std::vector<std::string> names;
        for (const Operation *op : without_size_)
            names.push_back(fmt::format("{} (multiples of {} bytes)", op->name, op->granule));
        if (!names.empty())
            note(fmt::format("left out because no size is a multiple of the unit: {}",
                             fmt::join(names, ", ")));
    }

    void refuse_unused_patterns() {
        const std::vector<std::string> unused = selection_.unused();
        if (!unused.empty())
            throw UsageError(fmt::format("no row matches '{}': see `oldguard kernels` for "
                                         "kernels and operations{}",
                                         unused.front(), options_.peers ? "" : "; peers are disabled"));
    }

    void note(const std::string &text) { report_.notes.push_back(text); }
    void problem(const std::string &text) { report_.problems.push_back(text); }

    const BenchOptions &options_;
    Progress &progress_;
    Selection selection_;
    const Arena &arena_;
    Report &report_;
    std::vector<Series> &series_;
    std::vector<Peer> peers_;
    std::map<const og_kernel *, std::string> verdicts_;
    std::set<const Operation *> without_size_;  // in the order of operations()
    Reasons left_out_, foreign_;
};

// Returns the largest size of a call: the user's, an operation's or that of a check.
std::size_t largest_call(const BenchOptions &options) {
    std::size_t largest = answer_size;
    for (std::size_t size : options.sizes) largest = std::max(largest, size);
    for (const Operation &op : operations())
        for (std::size_t size : op.call_sizes) largest = std::max(largest, size);
    return largest;
}

}  // namespace

Plan make_plan(const BenchOptions &options, Progress &progress) {
    Plan plan{Arena(largest_call(options), 1), {}, {}};
    Report &report = plan.report;
    report.quick = options.quick;
    report.seed = options.seed ? *options.seed : std::random_device()() % 1000000;
    report.sizes = options.sizes;
    std::sort(report.sizes.begin(), report.sizes.end());
    report.sizes.erase(std::unique(report.sizes.begin(), report.sizes.end()), report.sizes.end());
    Planner(options, progress, plan).run();
    return plan;
}

void note_each(Report &report, const Reasons &reasons, const char *what) {
    for (const auto &[why, names] : reasons) {
        std::vector<std::string> texts;
        for (const auto &[name, sizes] : names)
            texts.push_back(fmt::format("{}{}{}", name, sizes.empty() ? "" : " ", fmt::join(sizes, ", ")));
        report.notes.push_back(fmt::format("{} {}: {}", what, why, fmt::join(texts, "; ")));
    }
}

}  // namespace og::bench
