// SPDX-License-Identifier: MIT
// The results of a run, independent of how they are printed.
#pragma once

#include "../host.hpp"
#include "../operations/operation.hpp"
#include "../timing/sampler.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace og::bench {

struct Row {
    std::string op;
    std::string name;  // the kernel's stem, or the peer's name
    bool peer = false;
    bool taken = false;  // whether the library takes this kernel, or this function, at this size
    std::string path;    // the code path of a peer, if it reports one
    Unit unit = Unit::byte;
    std::size_t size = 0;        // bytes per call
    std::size_t iterations = 1;  // per call
    std::size_t parallel = 1;    // independent iterations per call: output blocks
    bool checked = false;
    std::string skipped;  // why there is no figure, or empty; `refused` is one reason
    Figure figure;

    double cpb_min() const { return figure.cycles_min / static_cast<double>(size); }
    double cpb_median() const { return figure.cycles_median / static_cast<double>(size); }
    double per_iteration() const { return figure.cycles_min / static_cast<double>(iterations); }
    double per_iteration_and_block() const { return per_iteration() / static_cast<double>(parallel); }
    double per_unit() const {  // cycles per byte, per call, or per iteration and block
        return unit == Unit::byte   ? cpb_min()
               : unit == Unit::call ? figure.cycles_min
                                    : per_iteration_and_block();
    }
    bool timed() const { return skipped.empty(); }
};

// The program that timed the rows, and the state of the processor during its run.
struct Build {
    unsigned bits = pointer_bits;
    std::string compiler = compiler_name(), flags = compiler_flags();  // of the C kernels
    double core_hz = 0;        // median over the accepted samples; 0: not measured
    double addition_cost = 0;  // cycles per independent addition on an undisturbed core; 0: not measured
    std::uint64_t accepted = 0, samples = 0;
};

struct PeerNote {
    std::string library;
    std::string version;
    std::string missing;  // why it took no part, or empty
};

inline constexpr const char *refused = "the interference check refused all samples";

inline constexpr double tie = 1.02;  // smaller ratios count as a tie

struct Report {
    Build build;
    std::string date = time_stamp();
    std::string clock, clock_description;
    double seconds = 0;  // spent sampling and checking
    std::uint64_t seed = 0;
    bool quick = false;
    std::vector<std::size_t> sizes;
    std::vector<Row> rows;  // in the order of operations, kernels, sizes
    std::vector<PeerNote> peers;
    std::vector<std::string> problems;  // wrong kernels and peers: the run failed
    std::vector<std::string> notes;     // what was left out, and the reason
};

// Returns the size by which tables are sorted: 16 KiB if timed, else the largest.
std::size_t main_size(const Report &report);

// Returns the straight line through the cycles of a call at the smallest timed size and at main_size.
struct Slope {
    bool known = false;
    double cycles_per_byte = 0;
    double cycles_per_call = 0;  // the extrapolated cost of a call of 0 bytes
};
Slope slope(const Report &report, const std::string &op, const std::string &name);

// Returns the cycles per call of the fastest peer of an operation at a size, 0 if no peer was timed.
double best_peer(const Report &report, const std::string &op, std::size_t size);

// Returns MiB/s at the core clock, 0 if the clock was not measured.
double mib_per_second(const Report &report, const Row &row);

// Formats a value with three significant digits or two decimals, never with an exponent: "1.53", "258.9",
// "14556".
std::string number(double value);

// Formats a value of a row. Appends "~" if the row is noisy.
std::string marked(const Row &row, double value);

// Counts the rows that have no figure because all their samples were refused.
std::size_t rows_refused(const Report &report);

// Returns the reasons for a failure of the run, one line each: the problems, and that every sample was
// refused.
std::vector<std::string> failures(const Report &report);

// Format the report: tables for the terminal, one JSON object. Both end in a newline.
std::string as_text(const Report &report);
std::string as_json(const Report &report);

// A row of a printed table: the Rows of one kernel or peer.
struct Line {
    std::vector<const Row *> cells;  // one per size of the block, NULL if not timed at that size
    const Row *main = nullptr;       // the cell by which lines are sorted, NULL if not timed
};

// The lines of one operation, sorted by their main cells, the fastest first.
struct OpBlock {
    std::string op;
    Unit unit = Unit::byte;
    std::vector<std::size_t> sizes;
    std::vector<Line> lines;
};

// Divides a report into blocks, in its order. The cells point into the report, which must outlive them. The
// rows of an operation must be adjacent.
std::vector<OpBlock> blocks_of(const Report &report);

}  // namespace og::bench
