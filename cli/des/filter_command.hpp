// SPDX-License-Identifier: MIT
// Runs a command of the user between a file and a pipe.
#pragma once

#include "os/process.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace og::cli {

// An os::ShellCommand with a name for messages.
class FilterCommand {
public:
    using Pipe = os::ShellCommand::Pipe;

    // Starts the command. `option` names it in messages ("--to-command"). ended() reports a failure to start.
    FilterCommand(std::string_view option, const std::string &text, Pipe pipe, int file)
        : name_(fmt::format("{} {}", option, shell_quoted(text))), command_(text, pipe, file) {}

    // Returns this process's end of the pipe.
    int pipe() const { return command_.pipe(); }

    // Returns the option and the command.
    const std::string &name() const { return name_; }

    // Closes the pipe and waits for the command. Returns "" for exit status 0, else an error message.
    std::string ended() {
        const std::string why = command_.ended();
        return why.empty() ? "" : fmt::format("{}: {}", name_, why);
    }

private:
    std::string name_;
    os::ShellCommand command_;
};

}  // namespace og::cli
