// SPDX-License-Identifier: MIT
// The summary of a run: for each operation what the library takes, and the best peer.
#pragma once

#include "columns.hpp"
#include "report.hpp"

#include <string>
#include <vector>

namespace og::bench {

// Of what the library takes, beside the best peer. A noisy figure decides nothing.
enum class Standing { first, tie, behind, unsure };

// One operation and word size, at the size that tables are sorted by.
struct SummaryLine {
    std::string op;
    unsigned bits = pointer_bits;
    const Row *ours = nullptr;  // what the library takes; never NULL
    const Row *peer = nullptr;  // the fastest peer, or NULL

    bool noisy() const { return ours->figure.noisy || (peer && peer->figure.noisy); }

    // The next two need a peer.
    double speed() const { return peer->figure.cycles_min / ours->figure.cycles_min; }
    Standing standing() const;
    bool behind() const { return peer && standing() == Standing::behind; }
};

// Returns the operations of which the kernel that the library takes was timed, in the report's order.
// The lines point into the report.
std::vector<SummaryLine> summary_of(const Report &report);

const char *unit_name(Unit unit);              // "byte", "call", "iteration"
const char *standing_name(Standing standing);  // "first", "tie", "behind", "unsure"

// Returns a line as cells: `title`, what its cycles are per, the kernel, its cycles, the peer, its cycles,
// the speed and a mark: "=" for a tie, "*" for behind, "~" for unsure.
Cells summary_heading();
Cells summary_cells(const SummaryLine &line, const std::string &title);

}  // namespace og::bench
