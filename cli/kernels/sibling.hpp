// SPDX-License-Identifier: MIT
// The same command for the other word size: `oldguard32` beside a 64-bit `oldguard`. It runs what
// this program cannot, and reports in JSON.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

inline constexpr unsigned own_bits = sizeof(void *) * 8;

// The options --bits, and --part (hidden): "this run is part of another's".
struct BitsOptions {
    std::string bits = "all";
    bool part = false;
};
void add_bits_options(CLI::App &command, BitsOptions &options);

// Which programs a run takes.
struct WordSizes {
    bool own = true;
    std::string sibling;  // the program for the other word size, or ""
};

// What the options ask for. False, with the reason on standard error, when it cannot be had.
bool choose_word_sizes(std::string_view command, const BitsOptions &options, WordSizes &sizes);

// Runs a sibling and hands over what it prints, line by line, until `take` returns false. Returns
// its exit status; throws std::runtime_error when it cannot be run or a signal ended it. Variables
// that name kernels or files of this word size are not passed on; OLDGUARD_PEERS=FOLDER becomes
// FOLDER/32.
int run_sibling(const std::string &program, const std::vector<std::string> &arguments,
                const std::function<bool(std::string_view)> &take);

}  // namespace og::cli
