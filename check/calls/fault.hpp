// SPDX-License-Identifier: MIT
// The jump target of a signal, shared by Caller and FaultCatcher.
#pragma once

#include "call.hpp"

#include <csetjmp>

namespace og::check {

struct Landing {
    sigjmp_buf at;
    volatile std::sig_atomic_t armed = 0;
    volatile std::sig_atomic_t ticks = 0;  // seconds since the start of the call
    int patience = 0;                      // seconds after which a call counts as hanging
    Fault fault{};
};

extern thread_local Landing landing;  // not armed in other threads

}  // namespace og::check
