// SPDX-License-Identifier: MIT
// The conformance harness. It checks that a kernel computes the function of its operation, accesses only
// its buffers and follows its calling convention. `oldguard check` prints the results. The benchmark
// measures only kernels that have passed.
#pragma once

#include <oldguard/kernels.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace og::check {

struct Failure {
    std::string property;   // one of properties()
    std::string what;       // one line: property, expected and found, parameters
    std::string reproduce;  // a command line that reports this failure only
};

struct Result {
    const og_kernel *kernel = nullptr;
    bool ran = false;               // false: the kernel cannot run here
    std::string skipped;            // the reason, if it did not run
    std::uint64_t cases = 0;        // calls made and compared
    std::size_t stack = 0;          // bytes of stack, the deepest call seen; 0: not measured
    std::vector<Failure> failures;  // at most one per property, from its smallest failing case
    bool passed() const { return ran && failures.empty() && cases > 0; }
};

struct Options {
    std::uint64_t seed = 1;     // of all random data
    bool quick = false;         // fewer cases: less than a second per kernel, for the benchmark
    std::string only_property;  // report this property only; "": all
    int patience = 10;          // seconds after which a call counts as hanging
    std::string abi;            // see can_call in calls/call.hpp; "": the native convention
};

// The program whose command lines reproduce a failure: "oldguard", or "oldguard32" in that program.
inline const char *program_name = "oldguard";

// Checks one entry of the catalogue against the oracle of its operation and the published vectors.
// Installs signal handlers and an interval timer while it runs. Calls from several threads run one after
// the other. Throws std::logic_error if a vector disagrees with the table of operations.
Result check_kernel(const og_kernel &kernel, const Options &options);

// A property that can fail, and what a kernel promises by it.
struct Property {
    const char *name, *promise;
    bool checked;  // false: this build cannot observe it
};

// Returns all properties.
const std::vector<Property> &properties();

}  // namespace og::check
