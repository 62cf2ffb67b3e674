// SPDX-License-Identifier: MIT
#include "fault.hpp"

#include <sys/time.h>
#include <ucontext.h>

namespace og::check {

thread_local Landing landing;

namespace {

// The error code of a page fault (Intel SDM volume 3, section 4.7): bit 1 write, bit 4 instruction fetch.
constexpr unsigned long long write_bit = 2, fetch_bit = 16;

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
    const auto code =
        static_cast<unsigned long long>(static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_ERR]);
    const bool page_fault = signal == SIGSEGV && info->si_code > 0 && info->si_code != SI_KERNEL;
    landing.fault = {signal, reinterpret_cast<std::uintptr_t>(info->si_addr),
                     page_fault && (code & write_bit), page_fault && (code & fetch_bit)};
    siglongjmp(landing.at, 1);
}

}  // namespace

FaultCatcher::FaultCatcher(int patience) : stack_(64 * 1024) {
    landing.patience = patience;
    stack_t alternate{};
    alternate.ss_sp = stack_.data();
    alternate.ss_size = stack_.size();
    sigaltstack(&alternate, &old_stack_);
    struct sigaction action{};
    action.sa_sigaction = land;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
    for (std::size_t i = 0; i < std::size(caught_); i++) sigaction(caught_[i], &action, &old_[i]);
    const itimerval second = {{1, 0}, {1, 0}};
    setitimer(ITIMER_REAL, &second, nullptr);
}

FaultCatcher::~FaultCatcher() {
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    for (std::size_t i = 0; i < std::size(caught_); i++) sigaction(caught_[i], &old_[i], nullptr);
    sigaltstack(&old_stack_, nullptr);
}

}  // namespace og::check
