// SPDX-License-Identifier: MIT
#include "order.hpp"

#include "host.hpp"
#include "operations/operation.hpp"

#include <fmt/format.h>
#include <oldguard/kernels.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace og::bench {

namespace {

// Returns the index of the first size of the longest run of sizes up to index end - 1 at which no later
// kernel is faster than kernel i by `tie` or more. Returns `end` if one is at that size.
std::size_t run_before(const std::vector<Cost> &costs, std::size_t i, std::size_t end) {
    std::size_t begin = end;
    for (; begin > 0; begin--) {
        double rest = std::numeric_limits<double>::infinity();
        for (std::size_t j = i + 1; j < costs.size(); j++) rest = std::min(rest, costs[j].cycles[begin - 1]);
        if (costs[i].cycles[begin - 1] > rest * tie) break;
    }
    return begin;
}

constexpr std::size_t most_classes = 8;  // of an operation: OG_SIZE_CLASSES of src/core/order.h

// Returns the number of classes into which an order divides sizes.
std::size_t classes_of(const std::vector<OrderLine> &lines, const std::vector<std::size_t> &sizes) {
    std::size_t classes = 0;
    std::string before;
    for (std::size_t size : sizes) {
        const auto line = std::find_if(lines.begin(), lines.end(),
                                       [&](const OrderLine &each) { return each.contains(size); });
        if (line == lines.end() || line->stem == before) continue;
        before = line->stem;
        classes++;
    }
    return classes;
}

}  // namespace

std::vector<OrderLine> order_of(std::vector<Cost> costs, const std::vector<std::size_t> &sizes) {
    if (sizes.empty()) return {};
    std::stable_sort(costs.begin(), costs.end(),
                     [](const Cost &a, const Cost &b) { return a.cycles.back() < b.cycles.back(); });
    std::vector<OrderLine> lines;
    for (std::size_t i = 0; i < costs.size(); i++) {
        const bool last = i + 1 == costs.size();
        OrderLine line;
        line.stem = costs[i].stem;
        line.cpb = costs[i].cpb;
        for (std::size_t end = sizes.size(); end > 0;) {
            const std::size_t begin = run_before(costs, i, end);
            line.to = end == sizes.size() ? OrderLine::no_limit : sizes[end - 1];
            line.from = std::max(begin == 0 ? 0 : sizes[begin], last ? 0 : costs[i].min_size);
            if (begin < end && line.from <= line.to) lines.push_back(line);
            end = begin < end ? begin : end - 1;
        }
    }
    if (classes_of(lines, sizes) > most_classes) lines.clear();
    return lines;
}

std::string OrderLine::range() const {
    return (to == no_limit ? std::to_string(from) : fmt::format("{}-{}", from, to)) + lengths;
}

std::string order_file(const Report &report, const std::vector<Order> &orders) {
    std::string text = "# The kernels of oldguard as measured on this machine, best first. Name "
                       "this file in OLDGUARD_TUNE.\n";
    const auto remark = [&](const std::string &what) { text += "# " + what + "\n"; };
    remark("cpu: " + cpu_name() + (cpu_family().empty() ? "" : ", " + cpu_family()));
    remark("clock: " + report.clock_description);
    remark("date: " + time_stamp());
    remark(fmt::format("version: oldguard {}, {} {}, {} bits", og_version(), compiler_name(),
                       compiler_flags(), pointer_bits));
    if (const char *hidden = std::getenv("OLDGUARD_CPU"); hidden && *hidden)
        remark(std::string("measured with OLDGUARD_CPU=") + hidden);
    char machine[OG_CPU_IDENTITY_SIZE];
    og_cpu_identity(machine);
    text += fmt::format("for {} {}\n", machine, og_version());
    remark("operation kernel from-bytes[-to-bytes] cycles-per-byte");
    for (const Order &order : orders)
        for (const OrderLine &line : order.lines)
            text += fmt::format("{} {} {} {:.2f}\n", order.op, line.stem, line.range(), line.cpb);
    return text;
}

namespace {

constexpr const char *alone = "one-by-one";

// Returns the operation of a name, or one with the usual sizes.
Operation described(const std::string &op) {
    const Operation *found = operation_named(op);
    return found ? *found : Operation();
}

// Returns the number of blocks that a bit-sliced kernel processes at a time: N of a stem that ends with _xN.
std::size_t blocks_of(const std::string &stem) {
    const std::size_t end = stem.rfind("_x");
    const std::string number = end == std::string::npos ? "" : stem.substr(end + 2);
    const bool digits = !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
    return digits ? std::stoul(number) : 1;
}

// Returns whether the messages of a size are longer than one block.
bool is_long(const Operation &op, std::size_t size) { return size > op.choice_limit; }

// Returns whether an operation distinguishes short messages from long ones.
bool has_lengths(const Operation &op) { return op.name.ends_with(".lanes") && op.alone.ends_with(".blocks"); }

// Returns the bytes by which an operation's sizes grow.
std::size_t step_of(const Operation &op) { return op.choice_granule ? op.choice_granule : op.granule; }

// Returns the kernels of an operation at the sizes that were timed. With lengths: of long messages, or of
// short.
std::vector<Timings> timings_of(const OpBlock &block, const Operation &op, bool of_long) {
    std::vector<Timings> kernels;
    for (const Line &line : block.lines) {
        Timings kernel;
        for (std::size_t i = 0; i < block.sizes.size(); i++) {
            const Row *row = line.cells[i];
            if (!row || !row->timed() || (has_lengths(op) && is_long(op, block.sizes[i]) != of_long))
                continue;
            kernel.stem = row->name;
            kernel.cycles[op.choice_size(block.sizes[i])] = row->figure.cycles_min;
        }
        if (kernel.stem.empty()) continue;
        if (const og_kernel *entry = og_kernel_find(block.op.c_str(), kernel.stem.c_str())) {
            // Of another operation the library takes a kernel at any size.
            if (entry->lanes > 1) kernel.min_size = entry->min_size;
            const std::size_t blocks = entry->lanes > 1 ? entry->lanes : blocks_of(kernel.stem);
            if (blocks > 1) kernel.batch = blocks * step_of(op);
        }
        kernels.push_back(kernel);
    }
    return kernels;
}

// Returns the cycles of a step that takes all messages at the size of the choice: the size has several if
// there are more messages than lanes.
void keep_steps(std::vector<Timings> &kernels, std::size_t step) {
    for (Timings &kernel : kernels) {
        const std::size_t batch = std::max(kernel.batch, step);
        const auto [size, cycles] = *kernel.cycles.rbegin();
        kernel.cycles = {{batch, cycles / static_cast<double>((size + batch - 1) / batch)}};
    }
}

// Returns the least cycles of a call of an operation on one message of some bytes, or 0.
double cycles_alone(const Report &report, const std::string &op, std::size_t size) {
    double least = 0;
    for (const Row &row : report.rows)
        if (row.op == op && row.size == size && row.timed() && (least == 0 || row.figure.cycles_min < least))
            least = row.figure.cycles_min;
    return least;
}

// The kernels of an operation on messages of a length, and their costs at `sizes`.
struct Choices {
    std::string lengths;
    std::vector<std::size_t> sizes;
    std::vector<Cost> costs;
};

void count_to(std::vector<std::size_t> &sizes, std::size_t step, std::size_t most) {
    for (std::size_t size = step; size <= most; size += step) sizes.push_back(size);
}

// Returns the choices of an operation that was timed at several sizes of one message or at numbers of
// messages.
Choices choices_by_size(const OpBlock &block, const Operation &op) {
    Choices choices;
    const std::size_t step = step_of(op), most = op.choice_size(block.sizes.back());
    choices.costs = costs_at_every_size(timings_of(block, op, false), step, most);
    count_to(choices.sizes, step, most);
    return choices;
}

// Returns the choices of a hash of many messages of one length.
Choices choices_by_number(const Report &report, const OpBlock &block, const Operation &op, bool of_long) {
    Choices choices;
    choices.lengths = of_long ? "/long" : "/short";
    std::vector<Timings> kernels = timings_of(block, op, of_long);
    if (kernels.empty()) return choices;
    keep_steps(kernels, step_of(op));
    const std::size_t message = of_long ? block.sizes.back() / op.messages : op.granule;
    if (const double one = cycles_alone(report, op.alone, message); one > 0)
        kernels.push_back({alone, 0, 0, {{step_of(op), one}}});
    choices.costs = costs_of_every_number(kernels, step_of(op), op.choice_limit);
    count_to(choices.sizes, step_of(op), op.choice_limit);
    // The size of one message is chosen for nobody.
    choices.sizes.erase(choices.sizes.begin());
    for (Cost &cost : choices.costs) cost.cycles.erase(cost.cycles.begin());
    return choices;
}

std::vector<Choices> choices_of(const Report &report, const OpBlock &block) {
    const Operation op = described(block.op);
    if (has_lengths(op))
        return {choices_by_number(report, block, op, true), choices_by_number(report, block, op, false)};
    return {choices_by_size(block, op)};
}

// Gives each line the cycles per byte of its kernel at the largest size at which it was timed, and each
// message by itself those of the operation on one.
void add_costs(const Report &report, const OpBlock &block, std::vector<OrderLine> &lines) {
    for (OrderLine &line : lines)
        for (const Row &row : report.rows) {
            const bool of_kernel = row.op == block.op && row.name == line.stem;
            const bool of_one = line.stem == alone && row.op == described(block.op).alone &&
                                row.size * described(block.op).messages == block.sizes.back();
            if (row.timed() && (of_kernel || (of_one && (line.cpb == 0 || row.cpb_min() < line.cpb))))
                line.cpb = row.cpb_min();
        }
}

}  // namespace

std::vector<Order> orders_of(const Report &report) {
    std::vector<Order> orders;
    for (const OpBlock &block : blocks_of(report)) {
        Order order{block.op, {}, false};
        for (const Choices &choices : choices_of(report, block)) {
            std::vector<OrderLine> lines = order_of(choices.costs, choices.sizes);
            order.has_gaps = order.has_gaps || (lines.empty() && !choices.costs.empty());
            for (OrderLine &line : lines) line.lengths = choices.lengths;
            order.lines.insert(order.lines.end(), lines.begin(), lines.end());
        }
        // Lines for one length would replace those in use of their kernels for both.
        if (order.has_gaps) order.lines.clear();
        add_costs(report, block, order.lines);
        orders.push_back(order);
    }
    return orders;
}

std::vector<std::string> remarks(const Report &report, const std::vector<Order> &orders,
                                 const Serving &before) {
    std::vector<std::string> lines;
    bool compared = false, has_gaps = false;
    auto order = orders.begin();
    for (const OpBlock &block : blocks_of(report)) {
        const Operation op = described(block.op);
        has_gaps = has_gaps || order->has_gaps;
        const std::vector<OrderLine> &measured = order++->lines;
        for (const Choices &choices : choices_of(report, block)) {
            if (choices.lengths == "/short") continue;
            for (std::size_t size : report.sizes) {
                const std::size_t choice = op.choice_size(size);
                const auto at = std::find(choices.sizes.begin(), choices.sizes.end(), choice);
                const auto after = std::find_if(measured.begin(), measured.end(), [&](const OrderLine &line) {
                    return line.lengths == choices.lengths && line.contains(choice);
                });
                if (at == choices.sizes.end() || after == measured.end() ||
                    (!choices.lengths.empty() && !is_long(op, size)))
                    continue;
                compared = true;
                const auto cost = [&](const std::string &stem) {
                    for (const Cost &each : choices.costs)
                        if (each.stem == stem)
                            return each.cycles[static_cast<std::size_t>(at - choices.sizes.begin())] /
                                   static_cast<double>(size);
                    return 0.0;
                };
                std::string stem = before(block.op, choice);
                if (stem.empty() && !choices.lengths.empty()) stem = alone;
                const double now = cost(after->stem), then = cost(stem);
                if (after->stem != stem && now > 0 && then > now * tie && then < 1e300)
                    lines.push_back(fmt::format("{} from {} B: {} {:.2f} -> {} {:.2f} cycles/byte, {:.2f}x",
                                                block.op, size, stem, then, after->stem, now, then / now));
            }
        }
    }
    if (lines.empty() && compared)
        lines.push_back(fmt::format("the order in use {}is the fastest on this machine as well",
                                    has_gaps ? "of the other operations " : ""));
    else if (lines.empty() && !has_gaps)
        lines.push_back("nothing was compared with the order in use");
    for (const Order &each : orders)
        if (each.has_gaps)
            lines.push_back(
                fmt::format("{}: more than {} ranges of sizes with a best kernel of their own: it "
                            "keeps the order in use",
                            each.op, most_classes));
    return lines;
}

std::vector<std::string> unreliable_rows(const Report &report) {
    std::vector<std::string> names;
    for (const Row &row : report.rows)
        if (row.timed() ? row.figure.noisy : row.skipped == refused)
            names.push_back(fmt::format("{} {} at {} bytes: the processor was never free for it", row.op,
                                        row.name, row.size));
    return names;
}

}  // namespace og::bench
