// SPDX-License-Identifier: MIT
// Lists of kernels show only the kernels that can run on this machine, by default.
#pragma once

#include "command.hpp"

#include <fmt/format.h>
#include <oldguard/kernels.h>

#include <string>

namespace og::cli {

// Decides which kernels a list shows, and counts the others.
class KernelFilter {
public:
    // Adds the option --all.
    void add_option(Command &command) {
        command.add_flag("--all", all_,
                         "Include the kernels that cannot run on this machine, with the reason");
    }

    bool shows(const og_kernel &kernel) {
        const bool shown = all_ || og_kernel_usable(&kernel, nullptr, 0) == 1;
        left_out_ += shown ? 0 : 1;
        return shown;
    }

    // Returns the last line of the list, or "" if no kernel was left out.
    std::string last_line() const {
        return left_out_ == 0 ? "" : fmt::format("{} more cannot run here: --all\n", left_out_);
    }

private:
    bool all_ = false;
    std::size_t left_out_ = 0;
};

}  // namespace og::cli
