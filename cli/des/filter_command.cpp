// SPDX-License-Identifier: MIT
#include "filter_command.hpp"

#include "files/remove_on_signal.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace og::cli {
namespace {

// Runs in the child after fork: connects the descriptors and executes the shell.
[[noreturn]] void become_shell(const char *text, int input, int output, pid_t parent) {
    constexpr int not_run = 127;  // the exit status of a shell for a command that cannot run
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent || dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0)
        _exit(not_run);
    if (syscall(SYS_close_range, 3, ~0u, 0) != 0)
        for (long fd = sysconf(_SC_OPEN_MAX); fd-- > 3;)  // close_range needs Linux 5.9
            close(static_cast<int>(fd));
    for (int signal : {SIGPIPE, SIGXFSZ})  // this process ignores them
        std::signal(signal, SIG_DFL);
    execl("/bin/sh", "sh", "-c", "--", text, nullptr);
    _exit(not_run);
}

}  // namespace

FilterCommand::FilterCommand(std::string_view option, const std::string &text, Pipe pipe, int file)
    : name_(fmt::format("{} {}", option, shell_quoted(text))) {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGCHLD, SIG_DFL);  // if it were ignored, waitpid would not return the status
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        error_ = errno;
        return;
    }
    const bool to_input = pipe == Pipe::to_input;
    const int other = ends[to_input ? 0 : 1];
    pipe_ = ends[to_input ? 1 : 0];
    const pid_t parent = getpid();
    {
        const SignalsBlocked blocked;
        child_ = fork();
        error_ = errno;
        if (child_ == 0) remove_on_signal("");  // the parent removes the file
    }
    if (child_ == 0) become_shell(text.c_str(), to_input ? other : file, to_input ? file : other, parent);
    close(other);
}

FilterCommand::~FilterCommand() {
    if (child_ > 0) kill(child_, SIGTERM);
    ended();
}

std::string FilterCommand::ended() {
    if (pipe_ >= 0) close(pipe_);
    pipe_ = -1;
    if (child_ < 0) return fmt::format("{}: {}", name_, std::strerror(error_));
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    if (WIFSIGNALED(status))
        return fmt::format("{}: signal {} ({})", name_, WTERMSIG(status), strsignal(WTERMSIG(status)));
    return WEXITSTATUS(status) == 0 ? "" : fmt::format("{}: exit status {}", name_, WEXITSTATUS(status));
}

}  // namespace og::cli
