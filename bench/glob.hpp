// SPDX-License-Identifier: MIT
// Patterns of names.
#pragma once

#include <string_view>

namespace og::bench {

// Returns whether a pattern matches a whole name. * matches any characters, ? one, [abc], [a-z] and [!a]
// one of a set. A backslash makes the next character an ordinary one. A [ without ] is an ordinary character.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace og::bench
