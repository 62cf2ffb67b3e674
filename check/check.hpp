// SPDX-License-Identifier: MIT
// The conformance harness: is a kernel the function that its operation names, and does it keep to
// its buffers and its calling convention? `oldguard check` prints the answers; the bench times
// nothing that has not passed.
#pragma once

#include <oldguard/kernels.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace og::check {

struct Failure {
    std::string property;   // one of property_names()
    std::string what;       // one line: property, expected and found, parameters
    std::string reproduce;  // a command line that shows this failure alone
};

struct Result {
    const og_kernel *kernel = nullptr;
    bool ran = false;  // false: cannot run here, `skipped` says why
    std::string skipped;
    std::uint64_t cases = 0;        // calls made and compared
    std::size_t stack = 0;          // bytes of stack, the deepest call seen
    std::vector<Failure> failures;  // one per property; the first is the smallest case
    bool passed() const { return ran && failures.empty() && cases > 0; }
};

struct Options {
    std::uint64_t seed = 1;     // all random data comes from it
    bool quick = false;         // the bench's gate: less than a second per kernel
    std::string only_property;  // report this one alone; "" means all
    int patience = 10;          // seconds until a call counts as hanging
    std::string abi;            // calling convention of the kernel; "" means the native one
};

// Checks one row of the catalogue against the oracle of its operation and the published vectors.
// Installs signal handlers and an interval timer while it runs; calls from several threads queue.
Result check_kernel(const og_kernel &kernel, const Options &options);

// Every property that can fail, with one line on what it promises.
struct Property {
    const char *name, *promise;
};
const std::vector<Property> &properties();

}  // namespace og::check
