// SPDX-License-Identifier: MIT
// `oldguard sum --check`: compares files with the digests in check files.
#pragma once

#include "hashing/pipeline.hpp"
#include "manifest/checkfile.hpp"
#include "manifest/read_manifest.hpp"
#include "run_progress.hpp"

#include <string>

namespace og::cli {

// Prints the warning about a file in which og_sha1dc found a collision attack.
void complain_attack(const std::string &name);

struct VerifyOptions {
    bool ignore_missing = false;  // a missing file is not a failure
    bool quiet = false;           // print no OK lines
    bool status = false;          // print no lines
    bool strict = false;          // a badly formatted line is a failure
    bool warn = false;            // print a message for each badly formatted line
    NameRules names{.anywhere = true};
    TextEncoding encoding = TextEncoding::automatic;
};

// Verifies the files that a check file ("-": standard input) lists. Returns whether all of them match. Prints
// the messages of sha1sum. All check files of a run share the parser.
bool verify(const std::string &check_file, const VerifyOptions &options, EntryParser &parser,
            const HashOptions &how, RunProgress &progress);

// Compares one file ("-": standard input) with a digest in hexadecimal digits, whose length selects the
// algorithm if `only` is NULL. Returns the exit status.
int compare_with_digest(const std::string &digest, const std::string &file, const Algorithm *only,
                        bool git_blob, const VerifyOptions &options, const HashOptions &how,
                        RunProgress &progress);

}  // namespace og::cli
