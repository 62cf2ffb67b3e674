// SPDX-License-Identifier: MIT
#include "../host.hpp"
#include "../select.hpp"
#include "history.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <oldguard/status.h>

namespace og::bench {

namespace {

using Cells = std::vector<std::string>;

// Three figures that matter, never an exponent.
std::string number(double value) {
    return value >= 999.5 ? fmt::format("{:.0f}", value)
           : value >= 99.95 ? fmt::format("{:.1f}", value)
                            : fmt::format("{:.2f}", value);
}

std::string marked(const Row &row, double value) {
    return number(value) + (row.figure.noisy ? "~" : "");
}

// Names flush left, everything else flush right, columns two spaces apart.
std::string columns(const std::vector<Cells> &rows) {
    std::vector<std::size_t> widths;
    for (const Cells &row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); i++)
            widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const Cells &row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); i++)
            line += i == 0 || i + 1 == row.size()
                        ? fmt::format("{:<{}}  ", row[i], widths[i])
                        : fmt::format("{:>{}}  ", row[i], widths[i]);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string remark(const Row &row) {
    return (row.peer ? "peer" : "") + (row.path.empty() ? "" : ", " + row.path);
}

const Row &any_cell(const Line &line) {
    return **std::find_if(line.cells.begin(), line.cells.end(),
                          [](const Row *row) { return row != nullptr; });
}

std::string ratio(const Report &report, const Row &row) {
    const double best = best_peer(report, row.op, row.size, row.bits);
    return best > 0 ? fmt::format("{:.2f}x", best / row.figure.cycles_min) : "-";
}

std::string spread(const Row &row) {
    return fmt::format("{:.3f}", row.figure.cycles_median / row.figure.cycles_min);
}

// "sha1.blocks", and ", 32-bit" where it is not the word size of the whole report.
std::string title(const Report &report, const OpBlock &block) {
    return block.op + (block.bits == report.builds.front().bits
                           ? ""
                           : fmt::format(", {}-bit", block.bits));
}

std::vector<Cells> per_byte(const Report &report, const OpBlock &block, bool markdown) {
    Cells head{title(report, block)};
    for (std::size_t size : block.sizes)
        head.push_back(format_size(size));
    for (const char *name : {"MiB/s", "med/min", "vs peer"})
        head.push_back(name);
    const bool sloped = block.sizes.size() > 1 && !markdown;
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
        cells.push_back(timed ? fmt::format("{:.0f}", mib_per_second(report, *line.main)) : "-");
        cells.push_back(timed ? spread(*line.main) : "-");
        cells.push_back(timed ? ratio(report, *line.main) : "-");
        if (sloped) {
            const Slope s = slope(report, any.op, any.name, any.bits);
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
        {title(report, block), "cycles/call", "ns/call", "calls/s", "med/min", "vs peer", ""}};
    for (const Line &line : block.lines) {
        const Row *row = line.main;
        if (!row) {
            rows.push_back({any_cell(line).name, "-", "-", "-", "-", "-", remark(any_cell(line))});
            continue;
        }
        const double ns = report.core_hz > 0 ? row->figure.cycles_min / report.core_hz * 1e9 : 0;
        rows.push_back({row->name, marked(*row, row->figure.cycles_min), number(ns),
                        ns > 0 ? fmt::format("{:.0f}", 1e9 / ns) : "-", spread(*row),
                        ratio(report, *row), remark(*row)});
    }
    for (const Published &old : published_of(block.op))
        rows.push_back({old.what, number(old.cycles_per_call()), number(1e9 / old.calls_per_second),
                        fmt::format("{:.0f}", old.calls_per_second), "-", "-",
                        "published, not measured here"});
    return rows;
}

std::string blocks_text(std::size_t count) {
    return fmt::format("{} block{}", count, count == 1 ? "" : "s");
}

// Cycles per iteration for each number of output blocks, then divided by that number.
std::vector<Cells> per_iteration(const Report &report, const OpBlock &block) {
    std::vector<std::size_t> counts(block.sizes.size(), 1);
    for (const Line &line : block.lines)
        for (std::size_t i = 0; i < counts.size(); i++)
            if (line.cells[i])
                counts[i] = line.cells[i]->parallel;
    Cells head{title(report, block)};
    for (std::size_t count : counts)
        head.push_back(blocks_text(count));
    for (std::size_t count : counts)
        if (count > 1)
            head.push_back(fmt::format("/{}", count));
    head.insert(head.end(), {"med/min", "vs peer", ""});
    std::vector<Cells> rows{head};
    for (const Line &line : block.lines) {
        Cells cells{any_cell(line).name};
        for (const Row *row : line.cells)
            cells.push_back(row && row->timed() ? marked(*row, row->per_iteration()) : "-");
        for (std::size_t i = 0; i < counts.size(); i++)
            if (const Row *row = line.cells[i]; counts[i] > 1)
                cells.push_back(
                    row && row->timed() ? marked(*row, row->per_iteration_and_block()) : "-");
        const bool timed = line.main != nullptr;
        cells.push_back(timed ? spread(*line.main) : "-");
        cells.push_back(timed ? ratio(report, *line.main) : "-");
        cells.push_back(remark(any_cell(line)));
        rows.push_back(cells);
    }
    return rows;
}

std::vector<Cells> table(const Report &report, const OpBlock &block, bool markdown) {
    switch (block.unit) {
    case Unit::byte:
        return per_byte(report, block, markdown);
    case Unit::call:
        return per_call(report, block);
    case Unit::iteration:
        break;
    }
    return per_iteration(report, block);
}

bool any_of_unit(const Report &report, Unit unit) {
    return std::any_of(report.rows.begin(), report.rows.end(),
                       [&](const Row &row) { return row.unit == unit; });
}

bool any_noisy(const Report &report) {
    return std::any_of(report.rows.begin(), report.rows.end(),
                       [](const Row &row) { return row.timed() && row.figure.noisy; });
}

std::string header(const Report &report) {
    std::string text = fmt::format("oldguard {} on {}{}, {}\n", og_version(), cpu_name(),
                                   cpu_family().empty() ? "" : " (" + cpu_family() + ")",
                                   system_name());
    for (const Build &build : report.builds)
        text += fmt::format("compiler: {}, {}; {} bits\n", build.compiler, build.flags, build.bits);
    text += fmt::format("clock: {}; the core ran at about {:.0f} MHz\n", report.clock_description,
                        report.core_hz / 1e6);
    text += fmt::format("gate: {} of {} samples ran undisturbed (best {:.3f} cycles per addition); "
                        "seed {}; {:.1f} s\n",
                        report.accepted, report.samples, report.best_gate, report.seed,
                        report.seconds);
    return text;
}

std::string peer_lines(const Report &report) {
    std::string present, text;
    for (const PeerNote &peer : report.peers)
        if (peer.missing.empty())
            present += (present.empty() ? "" : "; ") + peer.library + " " + peer.version +
                       (peer.bits == report.builds.front().bits
                            ? ""
                            : fmt::format(" ({}-bit)", peer.bits));
        else
            text += fmt::format("peer {}: {}\n", peer.library, peer.missing);
    return (present.empty() ? "" : "peers: " + present + "\n") + text;
}

std::string markdown_table(const std::vector<Cells> &rows) {
    std::string text;
    for (std::size_t r = 0; r < rows.size(); r++) {
        text += "|";
        for (const std::string &cell : rows[r])
            text += " " + cell + " |";
        text += "\n";
        if (r == 0) {
            text += "|---|";
            for (std::size_t i = 2; i < rows[r].size(); i++)
                text += "---:|";
            text += "---|\n";
        }
    }
    return text;
}

}  // namespace

std::string as_text(const Report &report) {
    std::string text = header(report) + peer_lines(report);
    const std::size_t size = main_size(report);
    for (const OpBlock &block : blocks_of(report)) {
        text += "\n";
        text += columns(table(report, block, false));
    }
    if (!report.rows.empty())
        text += "\n";
    if (any_of_unit(report, Unit::byte)) {
        text += fmt::format("Sizes: cycles/byte, the least. MiB/s, med/min (median over least) "
                            "and vs peer (speed over the fastest\npeer's): at {}, or the largest "
                            "size. slope, + cycles: cycles/byte and cycles per call of the line\n"
                            "through the smallest size and that one.\n",
                            format_size(size));
    }
    if (any_of_unit(report, Unit::call))
        text += "calls/s: on one core; where a call is one block of DES, raw DES per second.\n";
    if (any_of_unit(report, Unit::iteration))
        text += "Blocks: cycles per iteration for outputs of so many digests; /N: divided by their "
                "number. med/min and vs peer:\nat the longest output.\n";
    if (any_noisy(report))
        text += "~ noisy: too few samples passed the gate; do not trust these figures.\n";
    for (const std::string &note : report.notes)
        text += "note: " + note + "\n";
    for (const std::string &problem : report.problems)
        text += "FAILED: " + problem + "\n";
    return text;
}

std::string as_markdown(const Report &report) {
    std::string compilers;
    for (const Build &build : report.builds)
        compilers += fmt::format(", {} {} ({} bits)", build.compiler, build.flags, build.bits);
    std::string text = fmt::format(
        "{}{}, about {:.0f} MHz; {}. Cycles per byte by size, the least of many; MiB/s, "
        "median/least and speed against the fastest peer at {}.\n",
        cpu_name(), compilers, report.core_hz / 1e6, report.clock_description,
        format_size(main_size(report)));
    for (const OpBlock &block : blocks_of(report))
        text += "\n" + markdown_table(table(report, block, true));
    text += "\n" + peer_lines(report);
    if (any_noisy(report))
        text += "\n~ noisy: too few samples passed the gate.\n";
    return text;
}

}  // namespace og::bench
