// SPDX-License-Identifier: MIT
#include "stop.hpp"

#include <csignal>
#include <initializer_list>

namespace og::cli {
namespace {

volatile std::sig_atomic_t stop_signal = 0;

extern "C" void request_stop(int number) { stop_signal = number; }

}  // namespace

void stop_on_signals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action{};
        if (sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = {};
        action.sa_handler = request_stop;
        action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
        sigaction(number, &action, nullptr);
    }
}

bool stop_requested() { return stop_signal != 0; }

}  // namespace og::cli
