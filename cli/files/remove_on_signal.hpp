// SPDX-License-Identifier: MIT
// A file that goes when a signal ends the process.
#pragma once

#include <csignal>
#include <string>

namespace og::cli {

// Holds back all signals in this thread: while a file exists that the handler does not know of, or
// the reverse.
class SignalsBlocked {
public:
    SignalsBlocked();
    ~SignalsBlocked();
    SignalsBlocked(const SignalsBlocked &) = delete;
    SignalsBlocked &operator=(const SignalsBlocked &) = delete;

private:
    sigset_t before_;
};

// Removes this file from now on before a signal ends the process, whichever signal it is but
// SIGKILL; "" for none. There is one such file at a time. Call it with the signals blocked.
void remove_on_signal(const std::string &path);

// Removes this file now, for a process that ends without a signal and without its destructors.
void remove_at_once();

}  // namespace og::cli
