// SPDX-License-Identifier: MIT
// The command of the other word size: `oldguard32` in the folder of a 64-bit `oldguard`. It runs the kernels
// that this program cannot run, and prints its results as JSON.
#pragma once

#include "command.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

inline constexpr unsigned own_bits = sizeof(void *) * 8;

struct BitsOptions {
    std::string bits = "all";
    bool part = false;  // this run is a part of another program's run
};

// Adds --bits and the hidden option --part.
void add_bits_options(Command &command, BitsOptions &options);

// Which programs a run uses.
struct WordSizes {
    bool own = true;
    std::string other_program;  // the path of the program of the other word size, or ""
};

// Determines the programs that the options require. Returns false, with the reason on standard error, if
// there is no program for --bits.
bool choose_word_sizes(std::string_view command, const BitsOptions &options, WordSizes &sizes);

// Runs a program and passes each line of its standard output to `take` until that returns false. Returns the
// exit status. Throws std::runtime_error if the program cannot be run or a signal ended it. Removes
// OLDGUARD_KERNEL and OLDGUARD_TUNE from its environment, because they are valid for one word size only, and
// changes OLDGUARD_PEERS=FOLDER to FOLDER/32.
int run_other_width(const std::string &program, const std::vector<std::string> &arguments,
                    const std::function<bool(std::string_view)> &take);

}  // namespace og::cli
