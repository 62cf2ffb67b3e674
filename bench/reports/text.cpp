// SPDX-License-Identifier: MIT
// A report as text and as Markdown: the same document, written in two ways.
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

// Sentences, or a table whose first row is its heading.
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
    for (const Build &build : report.builds) {
        text.push_back(fmt::format("{} bits: compiler {}, {}", build.bits, build.compiler, build.flags));
        if (build.core_hz > 0)
            text.push_back(fmt::format(
                "{} bits: the core ran at about {:.0f} MHz; gate: {} of {} samples ran undisturbed "
                "(best {:.3f} cycles per addition)",
                build.bits, build.core_hz / 1e6, build.accepted, build.samples, build.addition_cost));
    }
    text.push_back(fmt::format("seed {}; {:.1f} s", report.seed, report.seconds));
    std::string present;
    for (const PeerNote &peer : report.peers)
        if (peer.missing.empty())
            present += fmt::format(
                "{}{} {}{}", present.empty() ? "peers: " : "; ", peer.library, peer.version,
                peer.bits == report.builds.front().bits ? "" : fmt::format(" ({}-bit)", peer.bits));
    if (!present.empty()) text.push_back(present);
    for (const PeerNote &peer : report.peers)
        if (!peer.missing.empty()) text.push_back(fmt::format("peer {}: {}", peer.library, peer.missing));
    return part;
}

// How to read the tables, what was left out, and what failed.
Part remarks(const Report &report) {
    const auto any_of_unit = [&](Unit unit) {
        return std::any_of(report.rows.begin(), report.rows.end(),
                           [&](const Row &row) { return row.unit == unit; });
    };
    Part part;
    auto &text = part.sentences;
    if (any_of_unit(Unit::byte))
        text.push_back(fmt::format(
            "Sizes: cycles/byte, the least. MiB/s, med/min (median over least) and vs peer (speed "
            "over the fastest peer's): at {}, or the largest size. slope, + cycles: cycles/byte and "
            "cycles per call of the line through the smallest size and that one.",
            format_size(main_size(report))));
    if (any_of_unit(Unit::call))
        text.push_back("calls/s: on one core; where a call is one block of DES, raw DES per second.");
    if (any_of_unit(Unit::iteration))
        text.push_back("Blocks: cycles per iteration for an output of that many digests; /N: divided "
                       "by their number. med/min and vs peer: at the longest output.");
    if (std::any_of(report.rows.begin(), report.rows.end(),
                    [](const Row &row) { return row.timed() && row.figure.noisy; }))
        text.push_back("~ noisy: too few samples passed the gate, so do not trust these figures.");
    for (const std::string &note : report.notes) text.push_back("note: " + note);
    for (const std::string &failure : failures(report)) text.push_back("FAILED: " + failure);
    return part;
}

Part summary(const Report &report) {
    Part part;
    for (const SummaryLine &line : summary_of(report)) {
        if (part.table.empty()) part.table.push_back(summary_heading());
        part.table.push_back(summary_cells(line, title_of(report, line.op, line.bits)));
    }
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

std::string as_markdown(const Report &report) {
    std::vector<Part> parts = document(report);
    Part legend;
    legend.sentences = {"Summary: the speed over the best peer's. *: the peer is faster. =: within 2 %. "
                        "~: too noisy to say."};
    parts.insert(parts.begin() + 1, {legend, summary(report)});
    std::string text;
    for (const Part &part : parts) {
        if (part.sentences.empty() && part.table.empty()) continue;
        text += text.empty() ? "" : "\n";
        for (const std::string &sentence : part.sentences) text += "- " + sentence + "\n";
        text += markdown_table(part.table);
    }
    return text;
}

}  // namespace og::bench
