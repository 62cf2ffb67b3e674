// SPDX-License-Identifier: MIT
// The members of a file in JSON lines.
#pragma once

#include "findings.hpp"

#include <string>
#include <string_view>

namespace og::cli {

// Append members, each after a comma, to an object that has a member already. A time that the format cannot
// express is left out.
void append_state(std::string &text, const FileState &state, bool with_ctime);
void append_found_state(std::string &text, const FileState &state);   // found_size, found_mtime, found_inode
void append_recorded(std::string &text, const ManifestEntry &entry);  // the size, time and inode it has
void append_digests(std::string &text, const Digests &digests, std::string_view prefix = "");
void append_listed_digests(std::string &text, const Manifest &manifest, const ManifestEntry &entry);
void append_checked(std::string &text, std::uint32_t seconds);  // nothing if it is 0

}  // namespace og::cli
