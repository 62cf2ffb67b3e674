// SPDX-License-Identifier: MIT
#include "remove_on_signal.hpp"

#include <climits>
#include <cstring>
#include <unistd.h>

namespace og::cli {
namespace {

// What a signal handler can reach: the path of the file, "" for none.
char to_remove[PATH_MAX];

// Removes the file and lets the signal kill the process as it would have. The handler is reset on
// entry (SA_RESETHAND) and the signal, blocked meanwhile, arrives on return.
void remove_and_die(int signal) {
    remove_at_once();
    raise(signal);
}

// Says whether a signal that nobody handles ends the process. The first two cannot be handled.
bool ends_the_process(int signal) {
    for (int other : {SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH})
        if (signal == other) return false;
    return true;
}

// Leaves alone what has a handler, and what the caller ignores (nohup).
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
    if (path.size() >= sizeof to_remove)  // no file has such a path
        return;
    std::memcpy(to_remove, path.c_str(), path.size() + 1);
    if (!path.empty()) catch_signals();
}

void remove_at_once() {
    if (to_remove[0] != '\0') unlink(to_remove);
}

}  // namespace og::cli
