// SPDX-License-Identifier: MIT
// Signals, and the requests that a Windows console passes to its processes.
#pragma once

#ifndef _WIN32
#include <csignal>
#endif

namespace og::os {

#ifdef _WIN32
struct SignalSet {};
#else
using SignalSet = sigset_t;
#endif

// Blocks signals in the calling thread, and in the threads that it starts, during its lifetime. Does nothing
// on Windows, which runs the handler of a request in a thread of its own.
class SignalsBlocked {
public:
    // except_broken_pipe: SIGPIPE is not blocked.
    explicit SignalsBlocked(bool except_broken_pipe = false);
    ~SignalsBlocked();
    SignalsBlocked(const SignalsBlocked &) = delete;
    SignalsBlocked &operator=(const SignalsBlocked &) = delete;

#ifndef _WIN32
    // Restores the signals in a child that may share the memory of this process until it executes a program.
    // No handler of this process runs there.
    void restore_in_child() const;
#endif

private:
    [[maybe_unused]] SignalSet before_;
};

// Calls `handler` before a signal other than SIGKILL, or a request of the console, ends the process. Signals
// that have a handler or are ignored (nohup) are not changed. The handler may call async-signal-safe
// functions only.
void before_fatal_signals(void (*handler)());

// Calls `handler` when the user or the system asks the process to end. Each signal asks once; the next ends
// the process. Signals that are ignored (nohup) stay ignored. The handler may call async-signal-safe
// functions only.
void on_stop_request(void (*handler)());

// Calls `handler` when SIGUSR1 arrives, or ignores that signal if handler is NULL. Reads that the signal
// interrupts are restarted. Does nothing on Windows.
void on_progress_request(void (*handler)());

}  // namespace og::os
