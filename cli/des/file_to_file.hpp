// SPDX-License-Identifier: MIT
// One file through some work into another.
#pragma once

#include "des_options.hpp"
#include "files/input.hpp"
#include "files/sink.hpp"

#include <functional>
#include <string>

namespace og::cli {

// Reads to the input's end and writes; name is the input's for messages. Returns "" or what is wrong.
using FileWork =
    std::function<std::string(Input &input, const std::string &name, Sink &output, Progress &progress)>;

// Does the work on options.in and options.out, which appears when all went well. Complains, and
// returns the exit status.
int file_to_file(const DesOptions &options, const FileWork &work);

}  // namespace og::cli
