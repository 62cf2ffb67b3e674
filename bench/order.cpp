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
    return lines;
}

std::string OrderLine::range() const {
    return to == no_limit ? std::to_string(from) : fmt::format("{}-{}", from, to);
}

std::string order_file(const Report &report) {
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
    for (const Order &order : orders_of(report))
        for (const OrderLine &line : order.lines)
            text += fmt::format("{} {} {} {:.2f}\n", order.op, line.stem, line.range(), line.cpb);
    return text;
}

namespace {

// Returns the size by which the library chooses a kernel for a row of an operation.
std::size_t choice_size(const std::string &op, std::size_t size) {
    const std::vector<Operation> &all = operations();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Operation &entry) { return entry.name == op; });
    return found == all.end() ? size : found->choice_size(size);
}

// Returns the indices of the sizes that differ in their choice, the largest of equal ones. 16 messages of one
// block and 16 of four are the same choice.
std::vector<std::size_t> places_of(const std::string &op, const std::vector<std::size_t> &sizes) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < sizes.size(); i++)
        if (i + 1 == sizes.size() || choice_size(op, sizes[i]) != choice_size(op, sizes[i + 1]))
            places.push_back(i);
    return places;
}

}  // namespace

std::vector<Order> orders_of(const Report &report) {
    std::vector<Order> orders;
    for (const OpBlock &block : blocks_of(report)) {
        const std::vector<std::size_t> places = places_of(block.op, block.sizes);
        std::vector<std::size_t> sizes;
        for (std::size_t place : places) sizes.push_back(choice_size(block.op, block.sizes[place]));
        std::vector<Cost> costs;
        for (const Line &line : block.lines) {
            Cost cost;
            for (std::size_t place : places) {
                const Row *row = line.cells[place];
                const bool timed = row && row->timed();
                cost.cycles.push_back(timed ? row->figure.cycles_min
                                            : std::numeric_limits<double>::infinity());
                if (!timed) continue;
                cost.stem = row->name;
                cost.cpb = row->cpb_min();
            }
            if (cost.stem.empty()) continue;
            if (const og_kernel *kernel = og_kernel_find(block.op.c_str(), cost.stem.c_str()))
                cost.min_size = kernel->min_size;
            costs.push_back(cost);
        }
        orders.push_back({block.op, order_of(costs, sizes)});
    }
    return orders;
}

std::vector<std::string> changes(const Report &report, const Serving &before) {
    const auto cost = [&](const std::string &op, std::size_t size, const std::string &stem) {
        for (const Row &row : report.rows)
            if (row.op == op && row.size == size && row.name == stem && row.timed()) return row.cpb_min();
        return 0.0;
    };
    std::vector<std::string> lines;
    for (const Order &order : orders_of(report))
        for (std::size_t size : report.sizes) {
            const auto after =
                std::find_if(order.lines.begin(), order.lines.end(), [&](const OrderLine &line) {
                    return line.contains(choice_size(order.op, size));
                });
            const std::string stem = before(order.op, choice_size(order.op, size));
            if (after == order.lines.end() || after->stem == stem) continue;
            const double now = cost(order.op, size, after->stem), then = cost(order.op, size, stem);
            if (now > 0 && then > now * tie)
                lines.push_back(fmt::format("{} from {} B: {} {:.2f} -> {} {:.2f} cycles/byte, {:.2f}x",
                                            order.op, size, stem, then, after->stem, now, then / now));
        }
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
