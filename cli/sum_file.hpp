// SPDX-License-Identifier: MIT
// Hashing one file for `oldguard sum`.
#pragma once

#include "digest.hpp"

#include <string>
#include <vector>

namespace og::cli {

enum class Hashed {
    yes,
    missing,  // no such file, and the caller forgives that: nothing was printed
    no,       // could not be read: the reason was printed
};

// Hashes files one after the other through one buffer.
class FileHasher {
  public:
    // progress: show how far each file has come. forgive_missing: see Hashed::missing.
    FileHasher(bool progress, bool forgive_missing);

    // "-" is standard input.
    Hashed hash(const std::string &name, const Algorithm &algorithm, Digest &digest);

  private:
    bool progress_, forgive_missing_;
    std::vector<unsigned char> buffer_;
};

}  // namespace og::cli
