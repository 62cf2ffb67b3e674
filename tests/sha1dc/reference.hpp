// SPDX-License-Identifier: MIT
// Detection as the papers describe it: for each vector in the mask of a block, the rounds of the other block
// are computed backwards to its start and forwards to its end.
#pragma once

#include <check/vectors/suspects.hpp>
#include <gtest/gtest.h>
#include <oldguard/oldguard.h>
#include <sha1/sha1dc_tables.h>

#include <api/support.hpp>

#include <string>
#include <vector>

namespace og::test {

struct Answer {
    std::string digest;
    og_sha1dc_verdict verdict;
    std::vector<og_sha1dc_collision> collisions;

    bool operator==(const Answer &other) const;
    std::string text() const;
};
void PrintTo(const Answer &answer, std::ostream *out);

// Hashes the message by this reference.
Answer by_the_papers(const Bytes &message, unsigned flags);

// Hashes the message by the library in updates of these sizes.
Answer by_the_library(const Bytes &message, unsigned flags, const std::vector<std::size_t> &parts);

// Sets the difference of a vector to zero during its lifetime. Each block with the vector in its mask is then
// half of an attack.
class Forged {
public:
    explicit Forged(unsigned vector);
    ~Forged();
    Forged(const Forged &) = delete;
    Forged &operator=(const Forged &) = delete;

private:
    unsigned vector_;
    std::vector<std::uint32_t> kept_;
};

// Returns size random bytes in which one block of `of`, on average, satisfies the conditions of the vector.
Bytes suspicious_message(Rng &rng, unsigned vector, std::size_t size, unsigned of);

}  // namespace og::test
