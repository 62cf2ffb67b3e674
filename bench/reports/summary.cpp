// SPDX-License-Identifier: MIT
#include "summary.hpp"

#include "../select.hpp"

#include <fmt/format.h>

namespace og::bench {

namespace {

// Returns the unit of a row's cycles: "16 KiB" for cycles per byte at that size, "call" or "iter.".
std::string per(const Row &row) {
    return row.unit == Unit::byte ? format_size(row.size) : row.unit == Unit::call ? "call" : "iter.";
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

const char *unit_name(Unit unit) {
    return unit == Unit::byte ? "byte" : unit == Unit::call ? "call" : "iteration";
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
        SummaryLine summary{block.op, block.bits};
        for (const Line &line : block.lines) {  // best first
            const Row *row = line.main;
            if (row && row->peer && !summary.peer)
                summary.peer = row;
            else if (row && row->taken)
                summary.ours = row;
        }
        if (summary.ours) lines.push_back(summary);
    }
    return lines;
}

Cells summary_heading() {
    return {"operation", "per", "oldguard takes", "cycles", "best peer", "cycles", "speed", ""};
}

Cells summary_cells(const SummaryLine &line, const std::string &title) {
    const Row &ours = *line.ours;
    Cells cells{title, per(ours), ours.name, marked(ours, ours.per_unit())};
    if (!line.peer)
        cells.insert(cells.end(), {"-", "-", "-", ""});
    else
        cells.insert(cells.end(), {line.peer->name, marked(*line.peer, line.peer->per_unit()),
                                   fmt::format("{:.2f}x", line.speed()), mark_of(line.standing())});
    return cells;
}

}  // namespace og::bench
