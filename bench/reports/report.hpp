// SPDX-License-Identifier: MIT
// What a run found, free of how it is printed.
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
    std::string name;              // the kernel's stem, or the peer's name
    unsigned bits = pointer_bits;  // word size of the program that it ran in
    bool peer = false;
    bool taken = false;  // the library takes this kernel, or this function, at this size
    std::string path;    // the code path inside a peer, where it tells
    Unit unit = Unit::byte;
    std::size_t size = 0;        // bytes per call
    std::size_t iterations = 1;  // per call
    std::size_t parallel = 1;    // iterations that need not wait for each other: output blocks
    bool checked = false;
    std::string skipped;  // why there is no figure, or empty; one of the reasons is `refused`
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

// A program that rows ran in, and how free the processor was meanwhile.
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
    std::string missing;  // empty when it took part
    unsigned bits = pointer_bits;
};

inline constexpr const char *refused = "the interference check refused all of their samples";

inline constexpr double tie = 1.02;  // differences below this count as none

struct Report {
    std::vector<Build> builds{1};  // never empty
    std::string date = time_stamp();
    std::string clock, clock_description;
    double seconds = 0;  // spent sampling and checking
    std::uint64_t seed = 0;
    bool quick = false;
    std::vector<std::size_t> sizes;
    std::vector<Row> rows;  // in the order of operations, word sizes, kernels, sizes
    std::vector<PeerNote> peers;
    std::vector<std::string> problems;  // wrong kernels and peers: the run failed
    std::vector<std::string> notes;     // what was left out, and why
};

// Returns the size that tables are sorted by: 16 KiB if timed, else the largest.
std::size_t main_size(const Report &report);

// Returns the straight line through the cycles of a call at the smallest timed size and at main_size.
struct Slope {
    bool known = false;
    double cycles_per_byte = 0;
    double cycles_per_call = 0;  // what a call of no bytes would cost
};
Slope slope(const Report &report, const std::string &op, const std::string &name,
            unsigned bits = pointer_bits);

// Returns the cycles per call of the fastest peer of that word size in an operation at a size, 0 when
// no peer was timed.
double best_peer(const Report &report, const std::string &op, std::size_t size, unsigned bits = pointer_bits);

// Returns the first program that measured the core clock, or the first one where none did.
const Build &clocked_build(const Report &report);

// Returns the sum of a count over all programs.
std::uint64_t sum_of(const Report &report, std::uint64_t Build::*count);

// Returns the core clock in Hz of the program that timed rows of this word size, 0 when not measured.
double core_hz_of(const Report &report, unsigned bits);

// Returns MiB/s at that clock, 0 when it was not measured.
double mib_per_second(const Report &report, const Row &row);

// Formats a value with three significant digits or two decimals, never with an exponent: "1.53", "258.9",
// "14556".
std::string number(double value);

// Formats a value of a row. Appends "~" if the row is noisy.
std::string marked(const Row &row, double value);

// Counts the rows that have no figure because the processor was never free for them.
std::size_t rows_refused(const Report &report);

// Says why the run failed, in a line for each reason: its problems, and the word sizes of which nothing
// was measured because the interference check refused every sample.
std::vector<std::string> failures(const Report &report);

// Return a table for the terminal, a Markdown document, one JSON object. All end in a newline.
std::string as_text(const Report &report);
std::string as_markdown(const Report &report);
std::string as_json(const Report &report);

// One operation and word size of a report cut into lines, best first at the main size. The rows of
// a block are adjacent. They must outlive the blocks.
struct Line {
    std::vector<const Row *> cells;  // one per size of the block; NULL where there is no row
    const Row *main = nullptr;       // the cell that the line is sorted by, NULL when not timed
};
struct OpBlock {
    std::string op;
    unsigned bits = pointer_bits;
    Unit unit = Unit::byte;
    std::vector<std::size_t> sizes;
    std::vector<Line> lines;
};
std::vector<OpBlock> blocks_of(const Report &report);

}  // namespace og::bench
