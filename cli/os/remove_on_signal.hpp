// SPDX-License-Identifier: MIT
// Removes a file if a signal ends the process.
#pragma once

#include <string>

namespace og::os {

// Registers the file that is removed before a signal other than SIGKILL ends the process. "" unregisters it.
// At most one file is registered. Call this with the signals blocked (SignalsBlocked), so that none arrives
// between creating the file and registering it.
void remove_on_signal(const std::string &path);

// Removes the registered file now, for a process that ends without a signal and without running destructors.
void remove_at_once();

}  // namespace og::os
