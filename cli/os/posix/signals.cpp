// SPDX-License-Identifier: MIT
#include "os/signals.hpp"

#include <csignal>
#include <initializer_list>
#include <pthread.h>

namespace og::os {
namespace {

void (*before_fatal)() = nullptr;
void (*stop_handler)() = nullptr;
void (*progress_requested)() = nullptr;

#ifdef SIGRTMAX
int last_signal() { return SIGRTMAX; }
#else
int last_signal() { return NSIG - 1; }
#endif

// Calls the handler and raises the signal again. The handler is reset on entry (SA_RESETHAND), and the signal
// is blocked until the handler returns and then ends the process.
void call_and_die(int signal) {
    before_fatal();
    raise(signal);
}

void call_stop(int) { stop_handler(); }
void call_progress(int) { progress_requested(); }

// Returns whether a signal ends the process by default and can be caught.
bool ends_the_process(int signal) {
    for (int other : {SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH})
        if (signal == other) return false;
#ifdef SIGINFO  // BSD, which ignores SIGIO by default, too
    if (signal == SIGINFO || signal == SIGIO) return false;
#endif
    return true;
}

}  // namespace

SignalsBlocked::SignalsBlocked(bool except_broken_pipe) {
    sigset_t all;
    sigfillset(&all);
    if (except_broken_pipe) sigdelset(&all, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
}

SignalsBlocked::~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

void SignalsBlocked::restore_in_child() const {
    for (int signal = 1; signal <= last_signal(); signal++) {
        struct sigaction action;
        if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_DFL &&
            action.sa_handler != SIG_IGN)
            std::signal(signal, SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, &before_, nullptr);
}

void before_fatal_signals(void (*handler)()) {
    before_fatal = handler;
    struct sigaction action{};
    action.sa_handler = call_and_die;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigfillset(&action.sa_mask);
    for (int signal = 1; signal <= last_signal(); signal++) {
        struct sigaction before;
        if (ends_the_process(signal) && sigaction(signal, nullptr, &before) == 0 &&
            before.sa_handler == SIG_DFL)
            sigaction(signal, &action, nullptr);
    }
}

void on_stop_request(void (*handler)()) {
    stop_handler = handler;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action{};
        if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = {};
        action.sa_handler = call_stop;
        action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
        sigaction(signal, &action, nullptr);
    }
}

void on_progress_request(void (*handler)()) {
    struct sigaction action{};
    action.sa_handler = handler != nullptr ? call_progress : SIG_IGN;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (handler != nullptr) progress_requested = handler;
    sigaction(SIGUSR1, &action, nullptr);
}

}  // namespace og::os
