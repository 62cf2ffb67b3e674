// SPDX-License-Identifier: MIT
// Exit statuses of every subcommand.
#pragma once

namespace og::cli {

inline constexpr int exit_ok = 0;
inline constexpr int exit_failed = 1;  // something did not match or could not be read
inline constexpr int exit_usage = 2;   // bad usage, or a wrong OLDGUARD_* variable

}  // namespace og::cli
