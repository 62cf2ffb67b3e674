// SPDX-License-Identifier: MIT
#include "tables.hpp"

#include "../select.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace og::bench {

namespace {

// Returns "sha1.blocks", followed by ", 32-bit" if the report is of 32-bit code.
std::string title_of(const Report &report, const std::string &op) {
    return op + (report.build.bits == 32 ? ", 32-bit" : "");
}

std::string remark(const Row &row) {
    return (row.peer ? "peer" : "") + (row.path.empty() ? "" : ", " + row.path);
}

const Row &any_cell(const Line &line) {
    return **std::find_if(line.cells.begin(), line.cells.end(),
                          [](const Row *row) { return row != nullptr; });
}

std::string ratio(const Report &report, const Row &row) {
    const double best = best_peer(report, row.op, row.size);
    return best > 0 ? fmt::format("{:.2f}x", best / row.figure.cycles_min) : "-";
}

std::string spread(const Row &row) {
    return fmt::format("{:.3f}", row.figure.cycles_median / row.figure.cycles_min);
}

std::vector<Cells> per_byte(const Report &report, const OpBlock &block) {
    Cells head{title_of(report, block.op)};
    for (std::size_t size : block.sizes) head.push_back(format_size(size));
    for (const char *name : {"MiB/s", "med/min", "vs peer"}) head.push_back(name);
    const bool sloped = block.sizes.size() > 1;
    if (sloped) {
        head.push_back("slope");
        head.push_back("+ cycles");
    }
    head.push_back("");
    std::vector<Cells> rows{head};
    for (const Line &line : block.lines) {
        const Row &any = any_cell(line);
        Cells cells{any.name};
        for (const Row *row : line.cells)
            cells.push_back(row && row->timed() ? marked(*row, row->cpb_min()) : "-");
        const bool timed = line.main != nullptr;
        const double speed = timed ? mib_per_second(report, *line.main) : 0;
        cells.push_back(speed > 0 ? fmt::format("{:.0f}", speed) : "-");
        cells.push_back(timed ? spread(*line.main) : "-");
        cells.push_back(timed ? ratio(report, *line.main) : "-");
        if (sloped) {
            const Slope s = slope(report, any.op, any.name);
            cells.push_back(s.known ? number(s.cycles_per_byte) : "-");
            cells.push_back(s.known ? fmt::format("{:.0f}", s.cycles_per_call) : "-");
        }
        cells.push_back(remark(any));
        rows.push_back(cells);
    }
    return rows;
}

std::vector<Cells> per_call(const Report &report, const OpBlock &block) {
    std::vector<Cells> rows{
        {title_of(report, block.op), "cycles/call", "ns/call", "calls/s", "med/min", "vs peer", ""}};
    for (const Line &line : block.lines) {
        const Row *row = line.main;
        if (!row) {
            rows.push_back({any_cell(line).name, "-", "-", "-", "-", "-", remark(any_cell(line))});
            continue;
        }
        const double hz = report.build.core_hz;
        const double ns = hz > 0 ? row->figure.cycles_min / hz * 1e9 : 0;
        rows.push_back({row->name, marked(*row, row->figure.cycles_min), ns > 0 ? number(ns) : "-",
                        ns > 0 ? fmt::format("{:.0f}", 1e9 / ns) : "-", spread(*row), ratio(report, *row),
                        remark(*row)});
    }
    return rows;
}

std::string blocks_text(std::size_t count) { return fmt::format("{} block{}", count, count == 1 ? "" : "s"); }

// Shows cycles per iteration for each number of output blocks, then divided by that number.
std::vector<Cells> per_iteration(const Report &report, const OpBlock &block) {
    std::vector<std::size_t> counts(block.sizes.size(), 1);
    for (const Line &line : block.lines)
        for (std::size_t i = 0; i < counts.size(); i++)
            if (line.cells[i]) counts[i] = line.cells[i]->parallel;
    Cells head{title_of(report, block.op)};
    for (std::size_t count : counts) head.push_back(blocks_text(count));
    for (std::size_t count : counts)
        if (count > 1) head.push_back(fmt::format("/{}", count));
    head.insert(head.end(), {"med/min", "vs peer", ""});
    std::vector<Cells> rows{head};
    for (const Line &line : block.lines) {
        Cells cells{any_cell(line).name};
        for (const Row *row : line.cells)
            cells.push_back(row && row->timed() ? marked(*row, row->per_iteration()) : "-");
        for (std::size_t i = 0; i < counts.size(); i++)
            if (const Row *row = line.cells[i]; counts[i] > 1)
                cells.push_back(row && row->timed() ? marked(*row, row->per_iteration_and_block()) : "-");
        const bool timed = line.main != nullptr;
        cells.push_back(timed ? spread(*line.main) : "-");
        cells.push_back(timed ? ratio(report, *line.main) : "-");
        cells.push_back(remark(any_cell(line)));
        rows.push_back(cells);
    }
    return rows;
}

}  // namespace

std::vector<Cells> table_of(const Report &report, const OpBlock &block) {
    switch (block.unit) {
    case Unit::byte:
        return per_byte(report, block);
    case Unit::call:
        return per_call(report, block);
    case Unit::iteration:
        break;
    }
    return per_iteration(report, block);
}

}  // namespace og::bench
