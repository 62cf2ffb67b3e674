// SPDX-License-Identifier: MIT
// A whole run: choose the rows, check them, time them.
#pragma once

#include "progress.hpp"
#include "reports/report.hpp"
#include "select.hpp"
#include "timing/clock.hpp"

#include <oldguard/kernels.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace og::bench {

// "" when the kernel passed its conformance check, else the first failure in one line.
using KernelCheck = std::function<std::string(const og_kernel &)>;

// open_clock, or a test's own clock.
using ClockOpener = std::function<std::unique_ptr<Clock>(ClockKind)>;

// og::check::check_kernel in its quick form.
std::string check_kernel_quickly(const og_kernel &kernel);

struct BenchOptions {
    std::vector<std::string> only;  // patterns; empty takes all
    std::vector<std::size_t> sizes = {64, 1024, 16384, 1048576};
    bool peers = true;
    bool kernels_only = false;  // no complete API calls
    bool quick = false;
    bool accept_noise = false;     // rows whose samples were all refused keep a figure, a noisy one
    std::optional<double> budget;  // seconds of sampling; 45, or 8 with quick
    std::optional<std::uint64_t> seed;
    bool other_width_elsewhere = false;  // another run times the kernels for another word size
    bool lenient = false;                // a pattern that fits nothing is no error
    ClockKind clock = ClockKind::automatic;

    std::string peer_folder;  // where modules lie; see peer_folder()
    KernelCheck check = check_kernel_quickly;
    ClockOpener open = open_clock;
};

// Throws UsageError for a request that fits nothing and std::runtime_error when there is no clock.
// A kernel or peer that gives a wrong answer is named in Report::problems and not timed.
Report run_bench(const BenchOptions &options, Progress &progress);

}  // namespace og::bench
