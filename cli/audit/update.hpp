// SPDX-License-Identifier: MIT
// Writes a manifest anew after an audit.
#pragma once

#include "audit.hpp"
#include "findings.hpp"

#include <string>

namespace og::cli {

// Returns whether this manifest can be written: it is a file in the format of GNU, BSD or hashdeep, or in
// JSON lines.
bool can_update(const std::string &file, const Manifest &manifest);

struct UpdateResult {
    int status = 0;   // exit status: 0, 1 if the format cannot express a name, or 3 after a write error
    std::string why;  // the complaint
};

// Replaces the manifest. The listed files come in their order, moved ones with their new names, and then the
// new and duplicate files in the order of their names. With Update::all, changed files get their new digests
// and missing ones are left out. A corrupt or unreadable file keeps its entry. The file is replaced after its
// data are on the disk. After an error it is unchanged.
UpdateResult update_manifest(const std::string &file, const Manifest &manifest, const Findings &findings,
                             Update update);

}  // namespace og::cli
