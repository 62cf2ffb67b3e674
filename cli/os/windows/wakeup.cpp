// SPDX-License-Identifier: MIT
#include "os/wakeup.hpp"

#include "os/terminal.hpp"
#include "text.hpp"

namespace og::os {

Wakeup::Wakeup() : event_(CreateEventW(nullptr, TRUE, FALSE, nullptr)) {}

Wakeup::~Wakeup() {
    if (event_ != nullptr) CloseHandle(event_);
}

void Wakeup::wake() {
    if (event_ != nullptr) SetEvent(event_);
}

// A pipe cannot be waited for, so it is examined once per millisecond. A device other than a console (NUL) is
// not waited for.
bool Wakeup::wait_for_input(int fd) {
    constexpr DWORD interval = 1;
    if (event_ == nullptr) return true;
    const HANDLE input = handle_of(fd);
    if (is_terminal(fd)) {
        const HANDLE both[]{event_, input};
        return WaitForMultipleObjects(2, both, FALSE, INFINITE) != WAIT_OBJECT_0;
    }
    for (DWORD size = 0; PeekNamedPipe(input, nullptr, 0, nullptr, &size, nullptr) && size == 0;)
        if (WaitForSingleObject(event_, interval) == WAIT_OBJECT_0) return false;
    return WaitForSingleObject(event_, 0) != WAIT_OBJECT_0;
}

}  // namespace og::os
