// SPDX-License-Identifier: MIT
// Ends the wait of another thread for input.
#pragma once

namespace og::os {

// An object is created before the thread that waits. If the system has no more resources, nothing is woken.
class Wakeup {
public:
    Wakeup();
    ~Wakeup();
    Wakeup(const Wakeup &) = delete;
    Wakeup &operator=(const Wakeup &) = delete;

    // Ends the current and all later waits. Thread-safe.
    void wake();

    // Waits until a pipe or device has input or is at its end. Returns false if wake() was called.
    bool wait_for_input(int fd);

private:
#ifdef _WIN32
    void *event_;
#else
    int read_ = -1, write_ = -1;  // one descriptor, or the ends of a pipe
#endif
};

}  // namespace og::os
