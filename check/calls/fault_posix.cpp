// SPDX-License-Identifier: MIT
// Faults as signals.
#include "fault.hpp"

#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <iterator>

#include <sys/time.h>
#if defined(__APPLE__)
#include <sys/ucontext.h>
#elif defined(__x86_64__) || defined(__i386__)
#include <ucontext.h>
#endif

namespace og::check {

namespace {

constexpr int caught_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGALRM};

// The jump target of a signal.
struct Landing {
    sigjmp_buf at;
    volatile std::sig_atomic_t armed = 0;
    volatile std::sig_atomic_t ticks = 0;  // seconds since the start of the call
    int patience = 0;                      // seconds after which a call counts as hanging
    Fault fault{};
    const std::vector<GuardedPages *> *pages = nullptr;
    GuardedPages *opened = nullptr;  // its guards became readable after the access in `fault`
};

thread_local Landing landing;  // not armed in other threads

// Returns the pages with a guard that holds the address, or nullptr.
GuardedPages *guarding(std::uintptr_t address) {
    const auto guards = [address](const GuardedPages *pages) {
        return pages->guards_below(address) || pages->guards_above(address);
    };
    const auto found = std::find_if(landing.pages->begin(), landing.pages->end(), guards);
    return found == landing.pages->end() ? nullptr : *found;
}

// Returns the kind of access from the error code of a page fault (Intel SDM volume 3, section 4.7): bit 1
// write, bit 4 instruction fetch. Other CPUs do not report it in one place.
Fault::Access reported_access([[maybe_unused]] const siginfo_t *info, [[maybe_unused]] void *context) {
#if defined(__x86_64__) || defined(__i386__)
    [[maybe_unused]] const auto *machine = &static_cast<ucontext_t *>(context)->uc_mcontext;
#if defined(__linux__)
    // A general-protection fault has no address and another error code.
    if (info->si_signo != SIGSEGV || info->si_code <= 0 || info->si_code == SI_KERNEL) return Fault::read;
    const auto code = static_cast<unsigned long long>(machine->gregs[REG_ERR]);
#elif defined(__APPLE__)
    const auto code = static_cast<unsigned long long>((*machine)->__es.__err);
#elif defined(__FreeBSD__)
    const auto code = static_cast<unsigned long long>(machine->mc_err);
#else
    return Fault::unknown;
    constexpr unsigned long long code = 0;
#endif
    return code & 16 ? Fault::fetch : code & 2 ? Fault::write : Fault::read;
#else
    return Fault::unknown;
#endif
}

Fault described(int signal, const siginfo_t *info) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    switch (signal) {
    case SIGALRM:
        return {Fault::hang, Fault::unknown, 0, "SIGALRM"};
    case SIGILL:
        return {Fault::illegal_instruction, Fault::unknown, address, "SIGILL"};
    case SIGTRAP:
        return {Fault::illegal_instruction, Fault::unknown, address, "SIGTRAP"};
    case SIGFPE:
        return {Fault::arithmetic, Fault::unknown, address, "SIGFPE"};
    default:
        return {Fault::access, Fault::unknown, address, signal == SIGBUS ? "SIGBUS" : "SIGSEGV"};
    }
}

// Finds out whether an access in a guard is a read or a write. Returns true if the instruction has to run
// again.
bool runs_again(Fault &fault) {
    GuardedPages *const pages = guarding(fault.address);
    if (!landing.opened) {
        if (!pages) return false;
        fault.kind = Fault::read;
        landing.opened = pages;
        landing.fault = fault;
        pages->set_guards_readable(true);
        return true;
    }
    if (pages == landing.opened && fault.address == landing.fault.address)
        fault.kind = Fault::write;
    else
        fault = landing.fault;  // the first access was a read, and this one is another
    return false;
}

// Leaving the handler by a jump is safe, because only the kernel under test was interrupted.
void land(int signal, siginfo_t *info, void *context) {
    if (!landing.armed) {
        if (signal == SIGALRM) return;
        std::signal(signal, SIG_DFL);  // a crash of the harness itself ends the process
        return;
    }
    if (signal == SIGALRM) {
        landing.ticks = landing.ticks + 1;
        if (landing.ticks <= landing.patience) return;  // the first tick may arrive at once
    }
    Fault fault = described(signal, info);
    if (fault.cause == Fault::access) {
        if (landing.pages->empty())
            fault.kind = reported_access(info, context);
        else if (runs_again(fault))
            return;
    }
    landing.fault = fault;
    siglongjmp(landing.at, 1);
}

}  // namespace

struct FaultCatcher::State {
    struct sigaction old[std::size(caught_signals)];
    stack_t old_stack;
    std::vector<std::uint8_t> stack = std::vector<std::uint8_t>(64 * 1024);
};

FaultCatcher::FaultCatcher(int patience) : state_(std::make_unique<State>()) {
    landing.patience = patience;
    stack_t alternate{};
    alternate.ss_sp = state_->stack.data();
    alternate.ss_size = state_->stack.size();
    sigaltstack(&alternate, &state_->old_stack);
    struct sigaction action{};
    action.sa_sigaction = land;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
    for (std::size_t i = 0; i < std::size(caught_signals); i++)
        sigaction(caught_signals[i], &action, &state_->old[i]);
    const itimerval second = {{1, 0}, {1, 0}};
    setitimer(ITIMER_REAL, &second, nullptr);
}

FaultCatcher::~FaultCatcher() {
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    for (std::size_t i = 0; i < std::size(caught_signals); i++)
        sigaction(caught_signals[i], &state_->old[i], nullptr);
    sigaltstack(&state_->old_stack, nullptr);
}

std::optional<Fault> call_caught(const std::function<void()> &function,
                                 const std::vector<GuardedPages *> &pages) {
    landing.pages = &pages;
    landing.opened = nullptr;
    landing.ticks = 0;
    const bool landed = sigsetjmp(landing.at, 0) != 0;
    if (!landed) {
        landing.armed = 1;
        function();
    }
    landing.armed = 0;
    if (landing.opened) landing.opened->set_guards_readable(false);
    if (!landed && !landing.opened) return std::nullopt;
    return landing.fault;
}

}  // namespace og::check
