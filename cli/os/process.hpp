// SPDX-License-Identifier: MIT
// This process and others.
#pragma once

#include <string>
#include <vector>

namespace og::os {

// Prepares standard input, output and error. Call it first. On POSIX systems a descriptor that the caller
// closed is opened without the right to read or write: otherwise the next file that is opened would get it
// and receive messages. There a file-size limit becomes a write error (SIGXFSZ is ignored). On Windows the
// three pass bytes without conversion, and the console shows UTF-8. Returns false after an error.
bool prepare_process();

// Returns the words of the command line, in UTF-8 on Windows.
std::vector<std::string> command_line(int argc, char **argv);

// Returns an environment variable, or "" if it is not set.
std::string environment(const char *name);

// Returns the same, but "" in a set-user-ID process, whose caller it is not trusted to obey.
std::string trusted_environment(const char *name);

// Returns the folder for the user's settings, or "" if the environment does not say it.
std::string settings_folder();

// Returns the absolute path of this program, or "" if it is unknown.
std::string own_path();

// Replaces this process by a program: the first of `paths` that can be run. A path without a slash is looked
// up in PATH. `words` begin with the program's name. On Windows it waits for the program instead and exits
// with its status. Returns errno if none can be run.
int run_instead(const std::vector<std::string> &paths, const std::vector<std::string> &words);

// Runs a command of the user between a file and a pipe, with the shell: /bin/sh -c, on Windows cmd /c. The
// command inherits standard input, output and error only, and ends when this process ends. From then on this
// process ignores SIGPIPE.
class ShellCommand {
public:
    // The side of the command that the pipe is on. The file is on the other side.
    enum class Pipe { to_input, from_output };

    // Starts the command. ended() reports a failure to start.
    ShellCommand(const std::string &text, Pipe pipe, int file);
    ~ShellCommand();
    ShellCommand(const ShellCommand &) = delete;
    ShellCommand &operator=(const ShellCommand &) = delete;

    // Returns this process's end of the pipe.
    int pipe() const { return pipe_; }

    // Closes the pipe and waits for the command. Returns "" for exit status 0, else "exit status N" or
    // another reason.
    std::string ended();

private:
    int pipe_ = -1, error_ = 0;
#ifdef _WIN32
    void *child_ = nullptr, *job_ = nullptr;
#else
    int child_ = -1;
#endif
};

}  // namespace og::os
