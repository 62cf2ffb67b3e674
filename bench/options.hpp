// SPDX-License-Identifier: MIT
// The options of a run.
#pragma once

#include "timing/clock.hpp"

#include <oldguard/kernels.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace og::bench {

// Checks the conformance of a kernel. Returns "" if it passed, else the first failure in one line.
using KernelCheck = std::function<std::string(const og_kernel &)>;

// Opens a clock: open_clock, or a clock of a test.
using ClockOpener = std::function<std::unique_ptr<Clock>(ClockKind)>;

// Runs the quick form of check::check_kernel.
std::string check_kernel_quickly(const og_kernel &kernel);

struct BenchOptions {
    std::vector<std::string> only;  // patterns; empty: everything
    std::vector<std::size_t> sizes = {64, 1024, 16384, 1048576};
    bool peers = true;
    bool kernels_only = false;  // no rows of whole API calls
    bool stack = false;         // each row at every placement of the stack (operations/moved.hpp)
    bool quick = false;
    bool accept_noise = false;     // rows whose samples were all refused get a noisy figure
    std::optional<double> budget;  // seconds of sampling; 45, or 8 with quick
    std::optional<std::uint64_t> seed;
    ClockKind clock = ClockKind::automatic;

    std::string peer_folder;  // the folder of the modules; see peer_folder()
    KernelCheck check = check_kernel_quickly;
    ClockOpener open = open_clock;
};

}  // namespace og::bench
