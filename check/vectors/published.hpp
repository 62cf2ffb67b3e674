// SPDX-License-Identifier: MIT
// Short published test vectors. Each names its source.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace og::check {

std::vector<std::uint8_t> from_hex(std::string_view hex);  // spaces are skipped

struct HashVector {
    std::string name;
    std::vector<std::uint8_t> message, digest;
};

const std::vector<HashVector> &sha1_vectors();
const std::vector<HashVector> &whirlpool_vectors();

// The second near-collision block of a published SHA-1 collision.
struct AttackVector {
    const char *name;
    std::array<std::uint32_t, 5> before, after;  // chaining values
    std::vector<std::uint8_t> block;
    unsigned vector;  // number of the disturbance vector
};

const std::vector<AttackVector> &sha1_attacks();

struct DesVector {
    const char *name;
    std::uint64_t keys[3];  // single DES uses keys[0] only
    std::uint64_t plaintext, ciphertext;
};

const std::vector<DesVector> &des_vectors();
const std::vector<DesVector> &des3_vectors();

struct CryptVector {
    const char *password, *hash;  // the hash begins with the salt
};

const std::vector<CryptVector> &crypt_vectors();

struct CbcVector {
    const char *name;
    std::uint64_t keys[3];
    std::vector<std::uint8_t> iv, plaintext, ciphertext;
};

const std::vector<CbcVector> &cbc_vectors(unsigned keys);

}  // namespace og::check
