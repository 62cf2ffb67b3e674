// SPDX-License-Identifier: MIT
// The digests that decrypted data must have: a list of files, as oldguard audit reads it.
#pragma once

#include "hashing/digest.hpp"

#include <string>
#include <vector>

namespace og::cli {

class Expected {
public:
    // Reads a list. Returns "" or the complaint. The names do not matter: data with a listed digest are the
    // data of a listed file, whatever its name was.
    std::string read(const std::string &file);

    bool lists(const std::uint8_t *sha1, const std::uint8_t *whirlpool) const;

private:
    std::vector<std::array<std::uint8_t, OG_SHA1_DIGEST_SIZE>> sha1_;            // sorted
    std::vector<std::array<std::uint8_t, OG_WHIRLPOOL_DIGEST_SIZE>> whirlpool_;  // sorted
};

}  // namespace og::cli
