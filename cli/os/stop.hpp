// SPDX-License-Identifier: MIT
// Ends a long command early, but in order, after a signal.
#pragma once

namespace og::os {

// From now on, the first SIGINT, SIGTERM or SIGHUP only makes stop_requested() return true. A second one of
// the same kind ends the process. A signal that the process ignores stays ignored.
void stop_on_signals();

bool stop_requested();

}  // namespace og::os
