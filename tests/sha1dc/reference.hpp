// SPDX-License-Identifier: MIT
// Detection as the papers describe it: each block is taken back to its start and forward to its end
// with the differences of each vector that the conditions leave.
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

Answer by_the_papers(const Bytes &message, unsigned flags);

// The library's answer, the message in these parts.
Answer by_the_library(const Bytes &message, unsigned flags, const std::vector<std::size_t> &parts);

// The difference of one vector zeroed, while it lives: what the conditions leave to it is a hit.
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

// Random blocks, so many in `of` of them suspect of a vector.
Bytes suspicious_message(Rng &rng, unsigned vector, std::size_t size, unsigned of);

}  // namespace og::test
