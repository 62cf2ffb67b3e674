// SPDX-License-Identifier: MIT
#include "doomed.hpp"

#include <climits>
#include <cstring>
#include <unistd.h>

namespace og::cli {
namespace {

constexpr int fatal_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};

// What a signal handler can reach: the path of the temporary file, "" for none.
char doomed[PATH_MAX];

// Removes the temporary file and lets the signal kill the process as it would have. The handler is
// reset on entry (SA_RESETHAND) and the signal, blocked meanwhile, arrives on return.
void remove_and_die(int signal) {
    if (doomed[0] != '\0')
        unlink(doomed);
    raise(signal);
}

void catch_signals() {
    struct sigaction action {};
    action.sa_handler = remove_and_die;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigfillset(&action.sa_mask);
    for (int signal : fatal_signals) {
        struct sigaction before;
        // A signal that the caller ignores (nohup) stays ignored.
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signal, &action, nullptr);
    }
}

}  // namespace

SignalsBlocked::SignalsBlocked() {
    sigset_t set;
    sigemptyset(&set);
    for (int signal : fatal_signals)
        sigaddset(&set, signal);
    sigprocmask(SIG_BLOCK, &set, &before_);
}

SignalsBlocked::~SignalsBlocked() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

bool doom(const std::string &path) {
    if (path.size() >= sizeof doomed)
        return false;
    std::memcpy(doomed, path.c_str(), path.size() + 1);
    if (!path.empty())
        catch_signals();
    return true;
}

}  // namespace og::cli
