// SPDX-License-Identifier: MIT
// The exit statuses of all subcommands.
#pragma once

namespace og::cli {

inline constexpr int exit_ok = 0;
inline constexpr int exit_failed = 1;   // a mismatch, or an input or output error
inline constexpr int exit_usage = 2;    // bad usage, or an invalid OLDGUARD_* variable
inline constexpr int exit_stopped = 3;  // stopped before the end by a signal or a full disk: run it again

}  // namespace og::cli
