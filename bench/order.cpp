// SPDX-License-Identifier: MIT
#include "order.hpp"

#include "host.hpp"

#include <fmt/format.h>
#include <oldguard/kernels.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace og::bench {

std::vector<OrderLine> order_of(std::vector<Cost> costs, const std::vector<std::size_t> &sizes) {
    if (sizes.empty()) return {};
    std::stable_sort(costs.begin(), costs.end(),
                     [](const Cost &a, const Cost &b) { return a.cycles.back() < b.cycles.back(); });
    std::vector<OrderLine> lines;
    for (std::size_t i = 0; i < costs.size(); i++) {
        std::size_t first = sizes.size();  // index of the smallest size from which on kernel i serves
        while (first > 0) {
            double rest = std::numeric_limits<double>::infinity();
            for (std::size_t j = i + 1; j < costs.size(); j++)
                rest = std::min(rest, costs[j].cycles[first - 1]);
            if (costs[i].cycles[first - 1] > rest * tie) break;
            first--;
        }
        OrderLine line;
        line.stem = costs[i].stem;
        for (std::size_t s = 0; s < sizes.size(); s++)
            if (std::isfinite(costs[i].cycles[s]))
                line.cpb = costs[i].cycles[s] / static_cast<double>(sizes[s]);
        line.from = first == 0 ? 0 : sizes[std::min(first, sizes.size() - 1)];
        if (i + 1 < costs.size()) line.from = std::max(line.from, costs[i].min_size);
        lines.push_back(line);
    }
    return lines;
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
    remark("operation kernel from-bytes cycles-per-byte");
    for (const Order &order : orders_of(report))
        for (const OrderLine &line : order.lines)
            text += fmt::format("{} {} {} {:.2f}\n", order.op, line.stem, line.from, line.cpb);
    return text;
}

std::vector<Order> orders_of(const Report &report) {
    std::vector<Order> orders;
    for (const OpBlock &block : blocks_of(report)) {
        std::vector<Cost> costs;
        for (const Line &line : block.lines) {
            Cost cost;
            for (const Row *row : line.cells) {
                const bool timed = row && row->timed();
                cost.cycles.push_back(timed ? row->figure.cycles_min
                                            : std::numeric_limits<double>::infinity());
                if (timed) cost.stem = row->name;
            }
            if (cost.stem.empty()) continue;
            if (const og_kernel *kernel = og_kernel_find(block.op.c_str(), cost.stem.c_str()))
                cost.min_size = kernel->min_size;
            costs.push_back(cost);
        }
        orders.push_back({block.op, order_of(costs, block.sizes)});
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
            const auto after = std::find_if(order.lines.begin(), order.lines.end(),
                                            [&](const OrderLine &line) { return line.from <= size; });
            const std::string stem = before(order.op, size);
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
