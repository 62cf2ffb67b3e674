// SPDX-License-Identifier: MIT
// Reads a manifest of any format, which its content or its place determines.
#pragma once

#include "line_reader.hpp"
#include "listed_name.hpp"

#include <string>

namespace og::cli {

struct ReadOptions {
    NameRules names{};
    TextEncoding encoding = TextEncoding::automatic;  // of a list; a bag names its own
    bool git_blob = false;                            // digests of GNU and BSD lines are those of Git's blobs
    bool strict = false;                              // BagIt: wrongly encoded names are errors
};

// Reads a manifest: a file, "-" for standard input, or the folder of a bag. The file of a bag's manifest that
// is beside bagit.txt means the bag. Returns "" or the complaint, "FILE: LINE: REASON" or "FILE: REASON". A
// manifest that lists no file or no digest that can be checked is an error.
//
// A torrent has no entries for this program's digests: only the format is set.
std::string read_manifest(const std::string &file, const ReadOptions &options, Manifest &manifest);

// Reads the lines of a manifest from the one on that determined its format, `line`, whose number is `number`.
// Returns the same.
std::string read_lines_from(const std::string &file, LineReader &lines, ManifestFormat format,
                            std::string_view line, std::uint32_t number, const ReadOptions &options,
                            Manifest &manifest);

// Returns the reason that refuses a list of digests that this program does not compute: "this is a list of
// MD5 digests ...".
std::string list_of_others(const std::vector<std::string> &algorithms);

}  // namespace og::cli
