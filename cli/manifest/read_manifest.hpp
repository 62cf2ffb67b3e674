// SPDX-License-Identifier: MIT
// Reads a manifest of any format, which its content or its place determines.
#pragma once

#include "listed_name.hpp"

#include <string>

namespace og::cli {

struct ReadOptions {
    Roots roots{};          // the folder of the files; empty without one
    bool git_blob = false;  // digests of GNU and BSD lines are those of Git's blobs
    bool strict = false;    // BagIt: wrongly encoded names are errors
};

// Reads a manifest: a file, "-" for standard input, or the folder of a bag. The file of a bag's manifest that
// is beside bagit.txt means the bag. Returns "" or the complaint, "FILE: LINE: REASON" or "FILE: REASON". A
// manifest that lists no file or no digest that can be checked is an error.
//
// A torrent has no entries for this program's digests: only the format is set.
std::string read_manifest(const std::string &file, const ReadOptions &options, Manifest &manifest);

}  // namespace og::cli
