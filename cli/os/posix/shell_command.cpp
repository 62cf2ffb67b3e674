// SPDX-License-Identifier: MIT
#include "os/process.hpp"

#include "os/signals.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

namespace og::os {
namespace {

// Creates a pipe that other programs do not inherit.
bool open_pipe(int (&ends)[2]) {
#ifdef __APPLE__
    if (pipe(ends) != 0) return false;
    for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
    return true;
#else
    return pipe2(ends, O_CLOEXEC) == 0;
#endif
}

void close_all_but_standard() {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3, ~0u, 0) == 0) return;  // needs Linux 5.9
#endif
    for (long fd = sysconf(_SC_OPEN_MAX); fd-- > 3;) close(static_cast<int>(fd));
}

// Runs in the child: connects the descriptors and executes the shell. The child may share the memory of the
// parent.
[[noreturn]] void become_shell(const SignalsBlocked &blocked, const char *text, int input, int output,
                               pid_t parent) {
    constexpr int not_run = 127;  // the exit status of a shell for a command that cannot run
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (getppid() != parent || dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0)
        _exit(not_run);
    close_all_but_standard();
    for (int signal : {SIGPIPE, SIGXFSZ})  // this process ignores them
        std::signal(signal, SIG_DFL);
    blocked.restore_in_child();
    execl("/bin/sh", "sh", "-c", "--", text, nullptr);
    _exit(not_run);
}

pid_t start_shell(const char *text, int input, int output) {
    const pid_t parent = getpid();
    const SignalsBlocked blocked;
#ifdef __linux__
    const pid_t child = vfork();  // a copy of the page table takes longer than a small file
#else
    const pid_t child = fork();
#endif
    if (child == 0) become_shell(blocked, text, input, output, parent);
    return child;
}

}  // namespace

ShellCommand::ShellCommand(const std::string &text, Pipe pipe, int file) {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGCHLD, SIG_DFL);  // if it were ignored, waitpid would not return the status
    int ends[2];
    if (!open_pipe(ends)) {
        error_ = errno;
        return;
    }
    const bool to_input = pipe == Pipe::to_input;
    const int other = ends[to_input ? 0 : 1];
    pipe_ = ends[to_input ? 1 : 0];
    child_ = start_shell(text.c_str(), to_input ? other : file, to_input ? file : other);
    error_ = errno;
    close(other);
}

ShellCommand::~ShellCommand() {
    if (child_ > 0) kill(child_, SIGTERM);
    ended();
}

std::string ShellCommand::ended() {
    if (pipe_ >= 0) close(pipe_);
    pipe_ = -1;
    if (child_ < 0) return std::strerror(error_);
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    if (WIFSIGNALED(status))
        return fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
    return WEXITSTATUS(status) == 0 ? "" : fmt::format("exit status {}", WEXITSTATUS(status));
}

}  // namespace og::os
