// SPDX-License-Identifier: MIT
// The rules that give each file its status. They depend on their arguments alone.
#pragma once

#include "findings.hpp"

namespace og::cli {

// Returns whether the file has the size and the modification time that the manifest recorded, both of which
// it must have recorded, and the inode if it recorded one.
bool is_as_recorded(const ManifestEntry &entry, const FileState &state);

// Returns whether the size, the time and the inode of a file in place belong to the listed digests: it has
// this content, or it is as recorded.
bool belongs_to_digests(const ManifestEntry &entry, const Listed &listed);

// Returns the status of a listed file that is there and was read: ok, corrupt or changed. `digests` has those
// of the entry. steady: the file did not change while it was read.
Status status_of(const Manifest &manifest, const ManifestEntry &entry, const FileState &state,
                 const Digests &digests, bool steady);

// Finds the content of missing files among the unlisted ones and gives both their status: moved, new_file or
// duplicate. In the order of the names (memcmp), each unlisted file is the new place of the first missing
// file of its content that has none yet. An unlisted file that is no new place is a duplicate if a listed
// file with its content has the status ok or skipped; of several, the first one by name.
void match_contents(const Manifest &manifest, Findings &findings);

}  // namespace og::cli
