// SPDX-License-Identifier: MIT
// Removes a file if a signal ends the process.
#pragma once

#include <csignal>
#include <string>

namespace og::cli {

// Blocks all signals in the calling thread during its lifetime, so that none arrives between creating the
// file and registering it.
class SignalsBlocked {
public:
    SignalsBlocked();
    ~SignalsBlocked();
    SignalsBlocked(const SignalsBlocked &) = delete;
    SignalsBlocked &operator=(const SignalsBlocked &) = delete;

private:
    sigset_t before_;
};

// Registers the file that is removed before a signal other than SIGKILL ends the process. "" unregisters it.
// At most one file is registered. Call this with the signals blocked.
void remove_on_signal(const std::string &path);

// Removes the registered file now, for a process that ends without a signal and without running destructors.
void remove_at_once();

}  // namespace og::cli
