// SPDX-License-Identifier: MIT
// Unicode forms of names: "é" is one character (NFC) or a letter and an accent (NFD, as on old Macs).
#pragma once

#include <string>
#include <string_view>

namespace og::cli {

// Returns a text that is the same for all names that differ in their Unicode form only. A name that is not
// UTF-8, and every name if the program was built without utf8proc, is returned as it is.
std::string canonical_name(std::string_view name);

}  // namespace og::cli
