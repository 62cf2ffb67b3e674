// SPDX-License-Identifier: MIT
// Compares the choices of the dispatch with every kernel forced by name.
#pragma once

#include "session.hpp"
#include "timing/progress.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace og::bench {

// The audit reports a choice that costs more than this multiple of the best kernel forced by name.
inline constexpr double audit_tolerance = 1.03;

// A choice of the dispatch: a call of an operation on messages of one size, and its cycles.
struct Choice {
    std::string op;
    std::size_t size = 0;      // bytes of a message
    std::size_t messages = 0;  // in one call; 0: the operation takes one message
    std::string taken;         // the stem of the kernel that the dispatch takes
    std::string best;          // the stem of the fastest kernel forced by name
    double taken_cycles = 0;   // per call; 0: every sample was refused
    double best_cycles = 0;    // per call; 0: every sample was refused

    bool measured() const { return taken_cycles > 0 && best_cycles > 0; }
    bool missed() const { return measured() && taken_cycles > best_cycles * audit_tolerance; }
    std::string text() const;  // one line with the cycles per byte or message of both, and their ratio
};

// The cycles of a call with one kernel forced by name, or of the call through the dispatch. 0: not measured.
struct Timed {
    std::string stem;
    bool dispatch = false;
    double cycles = 0;
};

// Fills in the figures of a choice and its best kernel. The cycles of the choice are those of the dispatch,
// or of the kernel that it takes.
void judge(Choice &choice, const std::vector<Timed> &timed);

struct Audit {
    std::vector<Choice> choices;
    std::vector<std::string> notes;  // what was not compared, and the reason
};

// Returns a line for each operation of which choices were not measured.
std::vector<std::string> unmeasured(const Audit &audit);

// Measures the choices of the operations that the patterns in options.only match. A choice that seems wrong
// is measured again, and the median of its measurements counts. All measurements of an operation share the
// budget; a machine that is never free leaves choices without a figure. Kernels of operations on many
// messages are forced while they are timed, so no other thread may use the library. Throws as run_bench does.
Audit audit(const BenchOptions &options, Progress &progress);

}  // namespace og::bench
