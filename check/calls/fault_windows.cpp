// SPDX-License-Identifier: MIT
// Faults as structured exceptions of Windows. A call that hangs is not ended: no other thread can change the
// context of a running one safely.
#include "fault.hpp"

#include <windows.h>

namespace og::check {

namespace {

struct Landing {
    CONTEXT at;  // of call_caught before the call
    volatile bool armed = false, landed = false;
    Fault fault{};
};

thread_local Landing landing;  // not armed in other threads

bool describe(const EXCEPTION_RECORD &record, Fault &fault) {
    const auto address = reinterpret_cast<std::uintptr_t>(record.ExceptionAddress);
    switch (record.ExceptionCode) {
    case EXCEPTION_ACCESS_VIOLATION: {
        const ULONG_PTR kind = record.ExceptionInformation[0];  // 0 read, 1 write, 8 fetch
        fault = {Fault::access,
                 kind == 1   ? Fault::write
                 : kind == 8 ? Fault::fetch
                             : Fault::read,
                 static_cast<std::uintptr_t>(record.ExceptionInformation[1]), "access violation"};
        return true;
    }
    case EXCEPTION_DATATYPE_MISALIGNMENT:
        fault = {Fault::access, Fault::unknown, address, "misaligned access"};
        return true;
    case EXCEPTION_ILLEGAL_INSTRUCTION:
    case EXCEPTION_PRIV_INSTRUCTION:
        fault = {Fault::illegal_instruction, Fault::unknown, address, "illegal instruction"};
        return true;
    case EXCEPTION_BREAKPOINT:
    case EXCEPTION_SINGLE_STEP:
        fault = {Fault::illegal_instruction, Fault::unknown, address, "breakpoint"};
        return true;
    case EXCEPTION_INT_DIVIDE_BY_ZERO:
    case EXCEPTION_INT_OVERFLOW:
    case EXCEPTION_FLT_DIVIDE_BY_ZERO:
    case EXCEPTION_FLT_INVALID_OPERATION:
        fault = {Fault::arithmetic, Fault::unknown, address, "arithmetic exception"};
        return true;
    default:
        return false;
    }
}

// Continues in call_caught, after its capture of the context. A handler of this kind runs before the search
// for a handler on the stack, which a foreign stack would fail.
LONG CALLBACK land(EXCEPTION_POINTERS *exception) {
    if (!landing.armed || !describe(*exception->ExceptionRecord, landing.fault))
        return EXCEPTION_CONTINUE_SEARCH;
    landing.armed = false;
    landing.landed = true;
    *exception->ContextRecord = landing.at;
    return EXCEPTION_CONTINUE_EXECUTION;
}

}  // namespace

struct FaultCatcher::State {
    void *handler;
};

FaultCatcher::FaultCatcher(int) : state_(std::make_unique<State>()) {
    state_->handler = AddVectoredExceptionHandler(1, land);
}

FaultCatcher::~FaultCatcher() { RemoveVectoredExceptionHandler(state_->handler); }

// The system reports the kind of an access, so no access has to run again.
std::optional<Fault> call_caught(const std::function<void()> &function, const std::vector<GuardedPages *> &) {
    landing.landed = false;
    RtlCaptureContext(&landing.at);
    if (landing.landed) return landing.fault;
    landing.armed = true;
    function();
    landing.armed = false;
    return std::nullopt;
}

}  // namespace og::check
