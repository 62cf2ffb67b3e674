// SPDX-License-Identifier: MIT
// The exact test on invented halves of collisions along every vector: only their states agree at the vector's
// step.
extern "C" {
#include <sha1/sha1dc_test.h>
}

#include "reference.hpp"

#include <check/oracles/oracle.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace og::test {

namespace {

using State = std::array<std::uint32_t, 5>;

std::uint32_t rotl(std::uint32_t x, unsigned n) { return x << n | x >> (32 - n); }

// Rounds backwards from step `from` to step `to`. A round without its word and e adds what it adds with zeros
// there.
State backwards(State s, const std::uint32_t w[80], int from, int to) {
    for (int t = from - 1; t >= to; t--) {
        State before = {s[1], rotl(s[2], 2), s[3], s[4], 0};
        State after = before;
        std::uint32_t none[80] = {};
        check::oracle::sha1_rounds(after.data(), none, t, t + 1);
        before[4] = s[0] - after[0] - w[t];
        s = before;
    }
    return s;
}

State rounds(State s, const std::uint32_t w[80], int from, int to) {
    check::oracle::sha1_rounds(s.data(), w, from, to);
    return s;
}

// Two blocks whose states agree at the vector's step, and the chaining value after both.
struct Halves {
    Bytes block;
    og_sha1dc_block_info info{};
    State other, last, after;  // the other half: the chaining value before it, its last state
};

Halves halves(Rng &rng, unsigned vector) {
    const int step = og_sha1dc_vectors[vector].step;
    Halves h{rng.bytes(64), {}, {}, {}, {}};
    std::uint32_t w[80], v[80];
    check::oracle::sha1_schedule(w, h.block.data());
    for (int t = 0; t < 80; t++) v[t] = w[t] ^ og_sha1dc_dm[vector][t];
    State common;
    for (std::uint32_t &word : common) word = static_cast<std::uint32_t>(rng.next());
    const State cv = backwards(common, w, step, 0), at_60 = rounds(cv, w, 0, 60);
    std::copy_n(w + 60, 20, h.info.w);
    std::copy_n(cv.begin(), 5, h.info.cv);
    std::copy_n(at_60.begin(), 5, h.info.state);
    h.other = backwards(common, v, step, 0);
    h.last = rounds(common, v, step, 80);
    for (std::size_t i = 0; i < 5; i++) h.after[i] = h.other[i] + h.last[i];
    return h;
}

class Sha1dcExact : public testing::TestWithParam<unsigned> {};

TEST_P(Sha1dcExact, HalvesAreFound) {
    const unsigned vector = GetParam();
    Rng rng(83, "halves", vector);
    for (int i = 0; i < 20; i++) {
        const Halves h = halves(rng, vector);
        const og_sha1dc_block block = {h.block.data(), &h.info, h.after.data()};
        og_sha1dc_other other;
        State end;
        og_sha1dc_find_other(&other, end.data(), &block, vector);
        EXPECT_TRUE(std::equal(h.other.begin(), h.other.end(), other.cv));
        EXPECT_TRUE(std::equal(h.last.begin(), h.last.end(), other.last));
        EXPECT_EQ(end, h.other);
        check::oracle::sha1_block(end.data(), other.block);
        EXPECT_EQ(end, h.after);
        for (const std::string &stem : stems("sha1dc.test")) {
            const auto fn =
                reinterpret_cast<og_sha1dc_test_fn *>(og_kernel_find("sha1dc.test", stem.c_str())->fn);
            EXPECT_EQ(og_sha1dc_is_excluded(&block, vector, fn, 0), 0) << stem;
            for (unsigned bit = 0; bit < 160; bit += 1 + static_cast<unsigned>(rng.below(31))) {
                State after = h.after;
                after[bit / 32] ^= 1u << bit % 32;
                const og_sha1dc_block wrong = {h.block.data(), &h.info, after.data()};
                EXPECT_EQ(og_sha1dc_is_excluded(&wrong, vector, fn, 0), 1) << stem << " " << bit;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Sha1dcExact, testing::Range(0u, 32u),
                         [](const auto &info) { return std::to_string(info.param); });

}  // namespace

}  // namespace og::test
