// SPDX-License-Identifier: MIT
#include "screen.hpp"

#include "summary.hpp"

#include "../host.hpp"

#include <fmt/format.h>
#include <oldguard/status.h>

#include <algorithm>

namespace og::bench {

namespace {

using Pointers = std::vector<const SummaryLine *>;

std::string state_of(const Report &report) {
    const auto noisy = std::count_if(report.rows.begin(), report.rows.end(),
                                     [](const Row &row) { return row.timed() && row.figure.noisy; });
    std::string state = "quiet";
    if (noisy) state = fmt::format("noisy: {} of {} rows", noisy, report.rows.size());
    if (const std::size_t missing = rows_refused(report))
        state = fmt::format("incomplete: {} rows{}{}", missing, noisy ? ", " : "", noisy ? state : "");
    return state;
}

std::string machine(const Report &report) {
    const double hz = report.build.core_hz;
    const std::string rest =
        fmt::format("{}; clock: {}; {}; {}", hz > 0 ? fmt::format(", {:.0f} MHz", hz / 1e6) : "",
                    report.clock, report.date.substr(0, sizeof "2026-11-21" - 1), state_of(report));
    return cut(cpu_name(), screen_width - rest.size()) + rest;
}

std::string standings(const Pointers &lines) {
    const auto count = [&](Standing standing) {
        return std::count_if(lines.begin(), lines.end(),
                             [&](const SummaryLine *line) { return line->standing() == standing; });
    };
    return fmt::format(
        "oldguard faster: {} of {}; within 2 % (=): {}; slower (*): {}; too noisy to compare (~): {}",
        count(Standing::first), lines.size(), count(Standing::tie), count(Standing::behind),
        count(Standing::unsure));
}

// Returns at most `room` lines, in their order. Lines in which a peer is faster are kept first.
Pointers most_important(const Pointers &lines, std::size_t room) {
    Pointers ranked = lines;
    std::stable_partition(ranked.begin(), ranked.end(),
                          [](const SummaryLine *line) { return line->behind(); });
    ranked.resize(std::min(ranked.size(), room));
    std::sort(ranked.begin(), ranked.end());  // the pointers point into one vector
    return ranked;
}

// Returns the heading and the lines.
std::vector<std::string> rows_text(const Pointers &lines, bool colour) {
    std::vector<Cells> cells{summary_heading()};
    for (const SummaryLine *line : lines) cells.push_back(summary_cells(*line));
    const std::vector<std::string> aligned = columns(cells, {0, 1, 2, 5, 8}, screen_width);
    std::vector<std::string> text{aligned.front()};
    for (std::size_t i = 0; i < lines.size(); i++) {
        const bool red = colour && lines[i]->behind();
        text.push_back(red ? "\033[1;31m" + aligned[i + 1] + "\033[0m" : aligned[i + 1]);
    }
    return text;
}

// Returns the list of the operations without a peer.
std::vector<std::string> without_peer_text(const Pointers &lines) {
    std::string list;
    for (const SummaryLine *line : lines)
        list += fmt::format("{}{} {}", list.empty() ? "" : ", ", line->op,
                            marked(*line->ours, cycles_of(*line->ours)));
    if (list.empty()) return {};
    return wrapped("No peer: " + list, screen_width);
}

// Returns a line that counts the operations that are not shown, or nothing if all are shown.
std::vector<std::string> left_out_text(std::size_t compared, std::size_t without_peer) {
    std::vector<std::string> what;
    if (compared) what.push_back(fmt::format("{} more rows", compared));
    if (without_peer) what.push_back(fmt::format("{} operations without a peer", without_peer));
    if (what.empty()) return {};
    return {fmt::format("In the full table only: {}.", fmt::join(what, ", "))};
}

// Returns the lines after the operations.
std::vector<std::string> closing(const Report &report, const Pointers &compared,
                                 const std::string &last_line) {
    std::vector<std::string> text;
    if (!compared.empty()) text.push_back(standings(compared));
    std::string missing;
    for (const PeerNote &peer : report.peers)
        if (!peer.missing.empty()) missing += (missing.empty() ? "" : ", ") + peer.library;
    if (!missing.empty())
        text.push_back(cut("Missing peers (the notes give the reasons): " + missing, screen_width));
    const std::vector<std::string> failed = failures(report);
    if (!failed.empty())
        text.push_back(cut(fmt::format("FAILED ({}): {}", failed.size(), failed.front()), screen_width));
    text.push_back(last_line);
    return text;
}

}  // namespace

std::string as_screen(const Report &report, const ScreenStyle &style) {
    const std::vector<SummaryLine> summary = summary_of(report);
    Pointers compared, without_peer;
    for (const SummaryLine &line : summary) (line.peer ? compared : without_peer).push_back(&line);

    std::vector<std::string> text{
        fmt::format("oldguard {} and its best peers{}: minimal cycles, per byte where a size is named",
                    og_version(), report.build.bits == 32 ? ", 32-bit code" : ""),
        machine(report)};
    const std::vector<std::string> last = closing(report, compared, style.last_line);
    // Two lines are needed for the heading and the count of omitted lines.
    std::size_t room = screen_height - text.size() - last.size() - 2;
    if (compared.empty()) std::swap(compared, without_peer);
    const Pointers shown = most_important(compared, room);
    if (!shown.empty())
        for (const std::string &line : rows_text(shown, style.colour)) text.push_back(line);
    room -= shown.size();
    const std::vector<std::string> list = without_peer_text(without_peer);
    const bool fits = list.size() <= room;
    if (fits) text.insert(text.end(), list.begin(), list.end());
    const std::size_t without_peer_left = fits ? 0 : without_peer.size();
    for (const auto &lines : {left_out_text(compared.size() - shown.size(), without_peer_left), last})
        text.insert(text.end(), lines.begin(), lines.end());
    return fmt::format("{}\n", fmt::join(text, "\n"));
}

}  // namespace og::bench
