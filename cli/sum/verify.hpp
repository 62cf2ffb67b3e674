// SPDX-License-Identifier: MIT
// `oldguard sum --check`: files against the digests that check files name.
#pragma once

#include "checkfile.hpp"
#include "hash_files.hpp"

#include <string>

namespace og::cli {

struct VerifyOptions {
    bool ignore_missing = false;  // a file that is not there is no failure
    bool quiet = false;           // no OK lines
    bool status = false;          // no lines at all
    bool strict = false;          // a bad line is a failure
    bool warn = false;            // a message for each bad line
};

// Verifies what one check file ("-": standard input) lists; true when all is well. Messages are
// those of sha1sum. The parser is shared by the check files of a run.
bool verify(const std::string &check_file, const VerifyOptions &options, EntryParser &parser,
            const HashOptions &how);

}  // namespace og::cli
