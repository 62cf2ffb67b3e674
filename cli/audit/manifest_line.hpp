// SPDX-License-Identifier: MIT
// Writes the entries of a manifest.
#pragma once

#include "findings.hpp"

#include <string>
#include <string_view>

namespace og::cli {

// An entry to write. What has no value is left out.
struct NewEntry {
    std::string name;                         // with the prefix
    std::optional<FileState> state;           // jsonl: size, time and inode; hashdeep: size
    const ManifestEntry *recorded = nullptr;  // used if there is no state
    Digests digests;
    std::uint32_t checked = 0;  // in seconds since 1970; 0: none
};

// Returns the header of a manifest in this format with these hashes, or "".
std::string manifest_header(ManifestFormat format, const Manifest &manifest);

// Returns whether the format, gnu, bsd, hashdeep or jsonl, can express a name.
bool can_express(ManifestFormat format, std::string_view name);

// Appends the line of an entry, or one line for each digest (gnu, bsd).
void append_entry(std::string &text, ManifestFormat format, const NewEntry &entry);

}  // namespace og::cli
