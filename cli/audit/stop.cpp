// SPDX-License-Identifier: MIT
#include "stop.hpp"

#include "os/signals.hpp"

#include <csignal>

namespace og::cli {
namespace {

volatile std::sig_atomic_t requested = 0;

void request_stop() { requested = 1; }

}  // namespace

void stop_on_signals() { os::on_stop_request(request_stop); }

bool stop_requested() { return requested != 0; }

}  // namespace og::cli
