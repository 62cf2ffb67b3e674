// SPDX-License-Identifier: MIT
// Names the algorithms that a structure in ASN.1, DER or BER (X.690), declares.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace og::cli {

struct Algorithms {
    std::string content;             // of CMS: "EnvelopedData", "" if it is none
    std::vector<std::string> names;  // "des-ede3-cbc", "PBKDF2 (2048 iterations)", in their order, each once
    bool encrypts = false;           // one of them is a cipher
};

// Finds the object identifiers of encryption in the first bytes of a structure. It does not parse: each has
// at least 7 fixed bytes, and what is within an OCTET STRING counts as well.
Algorithms algorithms_of(std::span<const std::uint8_t> der);

}  // namespace og::cli
