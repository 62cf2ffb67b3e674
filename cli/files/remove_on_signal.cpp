// SPDX-License-Identifier: MIT
#include "remove_on_signal.hpp"

#include <climits>
#include <cstring>
#include <unistd.h>

namespace og::cli {
namespace {

// The path of the registered file, or "". A signal handler can read it.
char to_remove[PATH_MAX];

// Removes the file and raises the signal again. The handler is reset on entry (SA_RESETHAND), and the signal
// is blocked until the handler returns and then ends the process.
void remove_and_die(int signal) {
    remove_at_once();
    raise(signal);
}

// Returns whether a signal ends the process by default and can be caught.
bool ends_the_process(int signal) {
    for (int other : {SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH})
        if (signal == other) return false;
    return true;
}

// Installs the handler for all signals that end the process, except those that have a handler or are ignored
// (nohup).
void catch_signals() {
    struct sigaction action{};
    action.sa_handler = remove_and_die;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigfillset(&action.sa_mask);
    for (int signal = 1; signal <= SIGRTMAX; signal++) {
        struct sigaction before;
        if (ends_the_process(signal) && sigaction(signal, nullptr, &before) == 0 &&
            before.sa_handler == SIG_DFL)
            sigaction(signal, &action, nullptr);
    }
}

}  // namespace

SignalsBlocked::SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before_);
}

SignalsBlocked::~SignalsBlocked() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

void remove_on_signal(const std::string &path) {
    if (path.size() >= sizeof to_remove)  // longer than any path of a file
        return;
    std::memcpy(to_remove, path.c_str(), path.size() + 1);
    if (!path.empty()) catch_signals();
}

void remove_at_once() {
    if (to_remove[0] != '\0') unlink(to_remove);
}

}  // namespace og::cli
