// SPDX-License-Identifier: MIT
// The options of `oldguard sum`.
#pragma once

#include "hashing/pipeline.hpp"
#include "line_format.hpp"
#include "list_options.hpp"
#include "verify.hpp"

#include <string>
#include <vector>

namespace og::cli {

struct SumOptions {
    std::string algorithm, kernel, format, output, files0_from, encoding, expect;
    ExclusionWords exclude;
    bool check = false, tag = false, zero = false, progress = false, no_detect = false;
    bool recursive = false, one_file_system = false, git_blob = false, keep_cache = false;
    unsigned jobs = 0;  // 0: the default
    enum { unset, text, binary } mode = unset;
    Exclusions exclusions;
    VerifyOptions verify;
    std::vector<std::string> files;
};

}  // namespace og::cli
