// SPDX-License-Identifier: MIT
// File names in messages.
#pragma once

#include <string>
#include <string_view>

namespace og::cli {

// The name as a shell word, the way GNU tools print names on standard error: bare where no
// character needs care (a colon does, since one follows the name), else in single quotes with
// $'\ooo' for what the locale cannot print, or in double quotes where that alone holds an
// apostrophe. What comes out is one line and can be pasted into a shell.
std::string shell_quoted(std::string_view name);

}  // namespace og::cli
