// SPDX-License-Identifier: MIT
// Decodes names that vis(3) encoded.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace og::cli {

// Decodes \ooo (three octal digits), \^C (a control byte), \M-C and \M^C (the same with bit 7 set), \\, \#,
// \s (a space) and the escapes of C for control characters. Returns nothing after an escape that is none of
// these.
std::optional<std::string> vis_decoded(std::string_view text);

// Decodes a text that vis_decoded() accepts to a pattern. A special character of patterns that was encoded,
// and a backslash, gets a backslash.
std::string vis_glob(std::string_view text);

}  // namespace og::cli
