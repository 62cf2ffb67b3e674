// SPDX-License-Identifier: MIT
// Bags (RFC 8493): a folder with bagit.txt, the payload in data/ and manifests of both.
#pragma once

#include "read_manifest.hpp"

#include <string>

namespace og::cli {

// Reads all manifests of the bag in a folder. Returns "" or the complaint "FILE: LINE: REASON" about a file
// that cannot be read or parsed. What makes the bag invalid, such as a name outside data/, goes to
// manifest.problems, and what is tolerated to manifest.warnings.
std::string read_bag(const std::string &folder, const ReadOptions &options, Manifest &manifest);

// Returns the complaint that Payload-Oxum of bag-info.txt says something else than was found, or "".
std::string oxum_complaint(const Manifest &manifest, const PayloadOxum &found);

}  // namespace og::cli
