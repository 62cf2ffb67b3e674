// SPDX-License-Identifier: MIT
// The summary of a run: for each operation the kernel that the library takes, and the best peer.
#pragma once

#include "columns.hpp"
#include "report.hpp"

#include <string>
#include <vector>

namespace og::bench {

// How the kernel that the library takes compares with the best peer. It is unsure if a figure is noisy.
enum class Standing { first, tie, behind, unsure };

// One operation, at the size by which tables are sorted.
struct SummaryLine {
    std::string op;
    const Row *ours = nullptr;  // the row that the library takes; never NULL
    const Row *peer = nullptr;  // the fastest peer, or NULL
    // Of an operation on many messages: the row that the library takes for one of them by itself, or NULL.
    const Row *alone = nullptr;

    bool noisy() const { return ours->figure.noisy || (peer && peer->figure.noisy); }

    // The next two functions require a peer.
    double speed() const { return peer->figure.cycles_min / ours->figure.cycles_min; }
    Standing standing() const;
    bool behind() const { return peer && standing() == Standing::behind; }
};

// Returns a line for each operation whose kernel taken by the library was timed, in the report's order. The
// lines point into the report.
std::vector<SummaryLine> summary_of(const Report &report);

std::string unit_name(const Row &row);         // "byte", "call", "password", "iteration"
const char *standing_name(Standing standing);  // "first", "tie", "behind", "unsure"

// Returns the cycles of a row per unit_name(). Those of a call are divided by the messages that it takes.
double cycles_of(const Row &row);

// Return the heading, and a line as cells: the operation, what the cycles are per, the kernel, its cycles,
// those of one message by itself, the peer, its cycles, the speed and a mark ("=" for a tie, "*" for behind,
// "~" for unsure).
Cells summary_heading();
Cells summary_cells(const SummaryLine &line);

}  // namespace og::bench
