// SPDX-License-Identifier: MIT
// A command of the user's, between a file and a pipe.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

namespace og::cli {

// Runs a command by /bin/sh -c, with standard input, output and error alone. The system ends it by
// SIGTERM when this process ends. From then on this process ignores SIGPIPE.
class FilterCommand {
public:
    // Where the pipe is; the file is on the other side.
    enum class Pipe { to_input, from_output };

    // `option` is what messages call it: "--to-command". A failure to start is one of ended().
    FilterCommand(std::string_view option, const std::string &text, Pipe pipe, int file);
    ~FilterCommand();
    FilterCommand(const FilterCommand &) = delete;
    FilterCommand &operator=(const FilterCommand &) = delete;

    // Returns this end of the pipe.
    int pipe() const { return pipe_; }

    // Returns the option and the command, as messages show them.
    const std::string &name() const { return name_; }

    // Closes the pipe and waits. Returns "" after exit status 0, or how else the command ended.
    std::string ended();

private:
    std::string name_;
    int pipe_ = -1, error_ = 0;
    pid_t child_ = -1;
};

}  // namespace og::cli
