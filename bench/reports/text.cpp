// SPDX-License-Identifier: MIT
// Formats a report as text, from a list of parts.
#include "columns.hpp"
#include "screen.hpp"
#include "summary.hpp"
#include "tables.hpp"

#include "../host.hpp"
#include "../select.hpp"

#include <fmt/format.h>
#include <oldguard/status.h>

#include <algorithm>

namespace og::bench {

namespace {

// A part of the document: sentences, or a table whose first row is the heading.
struct Part {
    std::vector<std::string> sentences;
    std::vector<Cells> table;
};

Part header(const Report &report) {
    Part part;
    auto &text = part.sentences;
    text.push_back(fmt::format("oldguard {} on {}{}, {}, {}", og_version(), cpu_name(),
                               cpu_family().empty() ? "" : " (" + cpu_family() + ")", system_name(),
                               report.date));
    text.push_back("clock: " + report.clock_description);
    const Build &build = report.build;
    text.push_back(fmt::format("{} bits: compiler {}, {}", build.bits, build.compiler, build.flags));
    if (build.core_hz > 0)
        text.push_back(
            fmt::format("core clock about {:.0f} MHz; interference check: {} of {} samples accepted "
                        "({:.3f} cycles per addition on the undisturbed core)",
                        build.core_hz / 1e6, build.accepted, build.samples, build.addition_cost));
    text.push_back(fmt::format("seed {}; {:.1f} s", report.seed, report.seconds));
    std::string present;
    for (const PeerNote &peer : report.peers)
        if (peer.missing.empty())
            present += fmt::format("{}{} {}", present.empty() ? "peers: " : "; ", peer.library, peer.version);
    if (!present.empty()) text.push_back(present);
    for (const PeerNote &peer : report.peers)
        if (!peer.missing.empty()) text.push_back(fmt::format("peer {}: {}", peer.library, peer.missing));
    return part;
}

// Returns the legend of the tables, the notes and the failures.
Part remarks(const Report &report) {
    const auto any_of_unit = [&](Unit unit) {
        return std::any_of(report.rows.begin(), report.rows.end(),
                           [&](const Row &row) { return row.unit == unit; });
    };
    Part part;
    auto &text = part.sentences;
    if (any_of_unit(Unit::byte))
        text.push_back(fmt::format(
            "Sizes: minimal cycles/byte. MiB/s, med/min (median over minimum) and vs peer (speed over the "
            "fastest peer's): at {}, or the largest size. slope, + cycles: cycles/byte and cycles per call "
            "of the straight line through the smallest size and that size.",
            format_size(main_size(report))));
    if (any_of_unit(Unit::call)) text.push_back("calls/s: calls per second on one core.");
    if (any_of_unit(Unit::iteration))
        text.push_back("blocks: cycles per iteration for an output of N digests; /N: divided by N. "
                       "med/min and vs peer: at the longest output.");
    if (std::any_of(report.rows.begin(), report.rows.end(),
                    [](const Row &row) { return row.timed() && row.figure.noisy; }))
        text.push_back(
            "~ noisy: fewer than three samples passed the interference check; do not rely on these figures.");
    for (const std::string &note : report.notes) text.push_back("note: " + note);
    for (const std::string &failure : failures(report)) text.push_back("FAILED: " + failure);
    return part;
}

std::vector<Part> document(const Report &report) {
    std::vector<Part> parts{header(report)};
    for (const OpBlock &block : blocks_of(report)) parts.push_back({{}, table_of(report, block)});
    parts.push_back(remarks(report));
    return parts;
}

}  // namespace

std::string as_text(const Report &report) {
    std::string text;
    for (const Part &part : document(report)) {
        std::vector<std::string> lines;
        for (const std::string &sentence : part.sentences)
            for (const std::string &line : wrapped(sentence, screen_width)) lines.push_back(line);
        if (!part.table.empty()) lines = columns(part.table, {0, part.table.front().size() - 1});
        if (!lines.empty()) text += fmt::format("{}{}\n", text.empty() ? "" : "\n", fmt::join(lines, "\n"));
    }
    return text;
}

}  // namespace og::bench
