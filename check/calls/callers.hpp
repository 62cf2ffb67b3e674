// SPDX-License-Identifier: MIT
// The two kinds of callers.
#pragma once

#include "call.hpp"

#ifdef OLDGUARD_CALL_STUB
#include "abi.hpp"
#endif

#include <memory>

namespace og::check {

// Calls a kernel as a C function. Observes its faults.
std::unique_ptr<Caller> make_portable_caller(Callee callee);

#ifdef OLDGUARD_CALL_STUB
// Calls a kernel through the stub, on a stack of its own. Poisons registers, flags, modes and
// the stack before the call and verifies them after it.
std::unique_ptr<Caller> make_stub_caller(const Abi &abi);
#endif

}  // namespace og::check
