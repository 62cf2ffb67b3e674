// SPDX-License-Identifier: MIT
#include "summary.hpp"

#include "../select.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace og::bench {

namespace {

// Returns an operation without a name for one that is unknown.
const Operation &operation_of(const Row &row) {
    static const Operation unknown;
    const Operation *op = operation_named(row.op);
    return op != nullptr ? *op : unknown;
}

// Returns what a row's cycles are per: "16 KiB" or "64 x 256 B" for cycles per byte at that size, "call",
// "password" or "iter.".
std::string per(const Row &row) {
    if (row.unit != Unit::byte) return row.unit == Unit::call ? unit_name(row) : "iter.";
    const Operation &op = operation_of(row);
    const std::size_t messages = op.messages_in(row.size);
    if (messages <= 1) return format_size(row.size);
    if (op.mixed || row.size % messages != 0) return fmt::format("{} in {}", messages, format_size(row.size));
    return fmt::format("{} x {}", messages, format_size(row.size / messages));
}

// Returns the row that the library takes for one message of a row by itself, or NULL.
const Row *alone_of(const Report &report, const Row &row) {
    const Operation &op = operation_of(row);
    const std::size_t messages = op.messages_in(row.size);
    if (op.alone.empty() || messages <= 1) return nullptr;
    for (const Row &one : report.rows)
        if (one.op == op.alone && one.taken && one.timed() && one.size == row.size / messages) return &one;
    return nullptr;
}

const char *mark_of(Standing standing) {
    switch (standing) {
    case Standing::first:
        return "";
    case Standing::tie:
        return "=";
    case Standing::behind:
        return "*";
    case Standing::unsure:
        break;
    }
    return "~";
}

}  // namespace

std::string unit_name(const Row &row) {
    return row.unit == Unit::byte ? "byte" : row.unit == Unit::call ? operation_of(row).item : "iteration";
}

double cycles_of(const Row &row) {
    const std::size_t messages = row.unit == Unit::call ? operation_of(row).messages_in(row.size) : 1;
    return row.per_unit() / static_cast<double>(std::max<std::size_t>(messages, 1));
}

const char *standing_name(Standing standing) {
    return standing == Standing::first    ? "first"
           : standing == Standing::tie    ? "tie"
           : standing == Standing::behind ? "behind"
                                          : "unsure";
}

Standing SummaryLine::standing() const {
    return noisy()             ? Standing::unsure
           : speed() * tie < 1 ? Standing::behind
           : speed() < tie     ? Standing::tie
                               : Standing::first;
}

std::vector<SummaryLine> summary_of(const Report &report) {
    std::vector<SummaryLine> lines;
    for (const OpBlock &block : blocks_of(report)) {
        SummaryLine summary{block.op};
        for (const Line &line : block.lines) {  // best first
            const Row *row = line.main;
            if (row && row->peer && !summary.peer)
                summary.peer = row;
            else if (row && row->taken)
                summary.ours = row;
        }
        if (!summary.ours) continue;
        summary.alone = alone_of(report, *summary.ours);
        lines.push_back(summary);
    }
    return lines;
}

Cells summary_heading() {
    return {"operation", "per", "oldguard takes", "cycles", "alone", "best peer", "cycles", "speed", ""};
}

Cells summary_cells(const SummaryLine &line) {
    const Row &ours = *line.ours;
    const auto cycles = [](const Row &row) { return marked(row, cycles_of(row)); };
    Cells cells{line.op, per(ours), ours.name, cycles(ours), line.alone ? cycles(*line.alone) : ""};
    if (!line.peer)
        cells.insert(cells.end(), {"-", "-", "-", ""});
    else
        cells.insert(cells.end(), {line.peer->name, cycles(*line.peer), fmt::format("{:.2f}x", line.speed()),
                                   mark_of(line.standing())});
    return cells;
}

}  // namespace og::bench
