// SPDX-License-Identifier: MIT
#include "stop.hpp"

#include "signals.hpp"

#include <csignal>

namespace og::os {
namespace {

volatile std::sig_atomic_t requested = 0;

void request_stop() { requested = 1; }

}  // namespace

void stop_on_signals() { on_stop_request(request_stop); }

bool stop_requested() { return requested != 0; }

}  // namespace og::os
