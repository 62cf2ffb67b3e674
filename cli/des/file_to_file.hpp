// SPDX-License-Identifier: MIT
// The input and output files of a subcommand, and the messages about them.
#pragma once

#include "des_options.hpp"
#include "files/atomic_output.hpp"
#include "files/input.hpp"

#include <optional>
#include <string>

namespace og::cli {

struct FileToFile {
    // Opens options.in and options.out. Prints the reason if that fails. Check ok() before anything else.
    explicit FileToFile(const DesOptions &options);

    bool ok() const { return progress.has_value(); }

    // Ends the job after the data were written. `wrong` is the error message of the work, or "". Puts the
    // output in place if there was no error, else prints the message. Returns the exit status.
    int finish(const std::string &wrong);

    Input input;
    std::string name;  // of the input, in messages
    std::optional<AtomicOutput> output;
    std::optional<Progress> progress;
};

}  // namespace og::cli
