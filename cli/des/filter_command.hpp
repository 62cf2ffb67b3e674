// SPDX-License-Identifier: MIT
// Runs a command of the user between a file and a pipe.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

namespace og::cli {

// Runs a command with /bin/sh -c. The command inherits standard input, output and error only, and receives
// SIGTERM when this process ends. From then on this process ignores SIGPIPE.
class FilterCommand {
public:
    // The side of the command that the pipe is on. The file is on the other side.
    enum class Pipe { to_input, from_output };

    // Starts the command. `option` names it in messages ("--to-command"). ended() reports a failure to start.
    FilterCommand(std::string_view option, const std::string &text, Pipe pipe, int file);
    ~FilterCommand();
    FilterCommand(const FilterCommand &) = delete;
    FilterCommand &operator=(const FilterCommand &) = delete;

    // Returns this process's end of the pipe.
    int pipe() const { return pipe_; }

    // Returns the option and the command, for messages.
    const std::string &name() const { return name_; }

    // Closes the pipe and waits for the command. Returns "" for exit status 0, else an error message.
    std::string ended();

private:
    std::string name_;
    int pipe_ = -1, error_ = 0;
    pid_t child_ = -1;
};

}  // namespace og::cli
