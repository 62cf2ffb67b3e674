// SPDX-License-Identifier: MIT
// A temporary file that goes when a signal kills the process.
#pragma once

#include <csignal>
#include <string>

namespace og::cli {

// Holds back the signals that are looked after (SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE) in this
// thread: while a file exists that the handler does not know of, or the reverse.
class SignalsBlocked {
  public:
    SignalsBlocked();
    ~SignalsBlocked();
    SignalsBlocked(const SignalsBlocked &) = delete;
    SignalsBlocked &operator=(const SignalsBlocked &) = delete;

  private:
    sigset_t before_;
};

// From now on one of those signals removes this file before it kills the process; "" for none. There
// is one such file at a time. False where the path is too long. Call it with the signals blocked.
bool doom(const std::string &path);

}  // namespace og::cli
