// SPDX-License-Identifier: MIT
// `oldguard audit` after its options were parsed.
#pragma once

#include "manifest/line_reader.hpp"
#include "manifest/manifest.hpp"
#include "tree/exclusions.hpp"

#include <cstdint>
#include <string>

namespace og::cli {

enum class Update : std::uint8_t {
    none,
    safe,  // add new files, rename moved ones
    all,   // the same, take changed files and drop missing ones
};

struct AuditRequest {
    std::string manifest, folder;  // folder: "" for the default
    std::string journal;           // "": none
    std::string report;            // the file of the HTML page; "": none
    unsigned jobs = 0;             // 0: the default
    bool verbose = false, quiet = false, json = false, strict = false, git_blob = false, detect = true;
    bool quick = false, progress = false, keep_cache = false;
    std::string strip_prefix;
    bool backslashes = false;
    TextEncoding encoding = TextEncoding::automatic;
    Exclusions exclusions;
    Update update = Update::none;
    std::uint64_t checkpoint = std::uint64_t{1} << 30;
};

// A manifest that was read, and the folder to compare it with.
struct AuditSubject {
    Manifest manifest;
    std::string folder;
};

// Compares a manifest that is no torrent with its folder, prints the result and returns the exit status.
int audit(const AuditRequest &request, const AuditSubject &subject);

}  // namespace og::cli
