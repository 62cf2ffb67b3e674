// SPDX-License-Identifier: MIT
// What Caller and FaultCatcher share: where a signal lands.
#pragma once

#include "call.hpp"

#include <csetjmp>

namespace og::check {

struct Landing {
    sigjmp_buf at;
    volatile std::sig_atomic_t armed = 0;
    volatile std::sig_atomic_t ticks = 0;  // seconds that the call has been under way
    int patience = 0;                      // seconds until a call counts as hanging
    Fault fault{};
};

extern thread_local Landing landing;  // a signal meant for another thread finds it unarmed

}  // namespace og::check
