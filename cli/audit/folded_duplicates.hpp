// SPDX-License-Identifier: MIT
// Copies of folders among the duplicates, for a report that people can read.
#pragma once

#include "findings.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace og::cli {

// A folder several of whose files are duplicates of files with the same path below another folder.
struct FoldedFolder {
    std::string folder, original;  // with a slash at the end
    std::uint64_t files = 0;       // such duplicates
    std::uint64_t all = 0;         // files below the folder
};

// Returns the folded folder of each duplicate that has one, by the index of the unlisted file. The duplicates
// of one folder share an object.
std::map<std::uint32_t, std::shared_ptr<FoldedFolder>> folded_duplicates(const Manifest &manifest,
                                                                         const Findings &findings);

}  // namespace og::cli
