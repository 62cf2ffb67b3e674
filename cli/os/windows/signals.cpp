// SPDX-License-Identifier: MIT
#include "os/signals.hpp"

#include "text.hpp"

#include <atomic>

namespace og::os {
namespace {

std::atomic<void (*)()> before_fatal{nullptr}, stop_handler{nullptr};

// The console ends the process if this returns FALSE. The handler that was added last is called first.
BOOL WINAPI call_before_fatal(DWORD) {
    before_fatal.load()();
    return FALSE;
}

// The first request only. The process has some seconds if the window is closed.
BOOL WINAPI call_stop(DWORD) {
    void (*const handler)() = stop_handler.exchange(nullptr);
    if (handler == nullptr) return FALSE;
    handler();
    return TRUE;
}

}  // namespace

SignalsBlocked::SignalsBlocked(bool) : before_{} {}
SignalsBlocked::~SignalsBlocked() = default;

void before_fatal_signals(void (*handler)()) {
    if (before_fatal.exchange(handler) == nullptr) SetConsoleCtrlHandler(call_before_fatal, TRUE);
}

void on_stop_request(void (*handler)()) {
    if (stop_handler.exchange(handler) == nullptr) SetConsoleCtrlHandler(call_stop, TRUE);
}

void on_progress_request(void (*)()) {}

}  // namespace og::os
