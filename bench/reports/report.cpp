// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace og::bench {

namespace {

const Row *find(const Report &report, const std::string &op, const std::string &name, std::size_t size) {
    for (const Row &row : report.rows)
        if (row.op == op && row.name == name && row.size == size && row.timed()) return &row;
    return nullptr;
}

}  // namespace

std::size_t main_size(const Report &report) {
    const auto &sizes = report.sizes;
    if (sizes.empty()) return 0;
    constexpr std::size_t usual = 16384;
    return std::find(sizes.begin(), sizes.end(), usual) != sizes.end()
               ? usual
               : *std::max_element(sizes.begin(), sizes.end());
}

Slope slope(const Report &report, const std::string &op, const std::string &name) {
    Slope line;
    if (report.sizes.empty()) return line;
    const std::size_t small = *std::min_element(report.sizes.begin(), report.sizes.end());
    const Row *a = find(report, op, name, small);
    const Row *b = find(report, op, name, main_size(report));
    if (!a || !b || a->size >= b->size) return line;
    line.known = true;
    line.cycles_per_byte =
        (b->figure.cycles_min - a->figure.cycles_min) / static_cast<double>(b->size - a->size);
    line.cycles_per_call = a->figure.cycles_min - line.cycles_per_byte * static_cast<double>(a->size);
    return line;
}

double best_peer(const Report &report, const std::string &op, std::size_t size) {
    double best = 0;
    for (const Row &row : report.rows)
        if (row.peer && row.timed() && row.op == op && row.size == size)
            best = best == 0 ? row.figure.cycles_min : std::min(best, row.figure.cycles_min);
    return best;
}

double mib_per_second(const Report &report, const Row &row) {
    if (row.figure.cycles_min <= 0) return 0;
    return report.build.core_hz / row.cpb_min() / (1 << 20);
}

std::string number(double value) {
    return value >= 999.5   ? fmt::format("{:.0f}", value)
           : value >= 99.95 ? fmt::format("{:.1f}", value)
                            : fmt::format("{:.2f}", value);
}

std::string marked(const Row &row, double value) { return number(value) + (row.figure.noisy ? "~" : ""); }

std::size_t rows_refused(const Report &report) {
    return static_cast<std::size_t>(std::count_if(report.rows.begin(), report.rows.end(),
                                                  [](const Row &row) { return row.skipped == refused; }));
}

std::vector<std::string> failures(const Report &report) {
    std::vector<std::string> lines = report.problems;
    const bool any_timed =
        std::any_of(report.rows.begin(), report.rows.end(), [](const Row &row) { return row.timed(); });
    if (rows_refused(report) > 0 && !any_timed)
        lines.push_back(fmt::format("{}-bit: nothing was measured: the interference check refused all {} "
                                    "samples; try again when the machine has less to do",
                                    report.build.bits, report.build.samples));
    return lines;
}

std::vector<OpBlock> blocks_of(const Report &report) {
    std::vector<OpBlock> blocks;
    for (const Row &row : report.rows) {
        if (blocks.empty() || blocks.back().op != row.op) blocks.push_back({row.op, row.unit, {}, {}});
        OpBlock &block = blocks.back();
        auto at = std::lower_bound(block.sizes.begin(), block.sizes.end(), row.size);
        if (at == block.sizes.end() || *at != row.size) block.sizes.insert(at, row.size);
    }
    const std::size_t usual = main_size(report);
    for (OpBlock &block : blocks) {
        std::vector<std::string> names;
        const std::size_t by = std::find(block.sizes.begin(), block.sizes.end(), usual) != block.sizes.end()
                                   ? usual
                                   : block.sizes.back();
        for (const Row &row : report.rows) {
            if (row.op != block.op) continue;
            auto at = std::find(names.begin(), names.end(), row.name);
            const auto line = static_cast<std::size_t>(at - names.begin());
            if (at == names.end()) {
                names.push_back(row.name);
                block.lines.push_back({std::vector<const Row *>(block.sizes.size()), nullptr});
            }
            const auto cell =
                std::lower_bound(block.sizes.begin(), block.sizes.end(), row.size) - block.sizes.begin();
            block.lines[line].cells[static_cast<std::size_t>(cell)] = &row;
            if (row.size == by && row.timed()) block.lines[line].main = &row;
        }
        std::stable_sort(block.lines.begin(), block.lines.end(), [](const Line &a, const Line &b) {
            if (!a.main || !b.main) return a.main && !b.main;
            return a.main->figure.cycles_min < b.main->figure.cycles_min;
        });
    }
    return blocks;
}

}  // namespace og::bench
