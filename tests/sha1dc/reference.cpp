// SPDX-License-Identifier: MIT
#include "reference.hpp"

#include <check/oracles/oracle.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace og::test {

namespace {

namespace oracle = check::oracle;
using Words = std::array<std::uint32_t, 80>;
using State = std::array<std::uint32_t, 5>;

std::uint32_t rotl(std::uint32_t x, int n) { return x << n | x >> (32 - n); }

std::uint32_t f(int t, const State &s) {
    if (t < 20) return (s[1] & s[2]) | (~s[1] & s[3]);
    if (t < 40 || t >= 60) return s[1] ^ s[2] ^ s[3];
    return (s[1] & s[2]) | (s[1] & s[3]) | (s[2] & s[3]);
}

// Returns the state before round 0, from the state s before round `from`.
State backwards(State s, const Words &w, int from) {
    constexpr std::uint32_t k[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    for (int t = from - 1; t >= 0; t--) {
        const std::uint32_t next = s[0];
        s = {s[1], rotl(s[2], 2), s[3], s[4], 0};
        s[4] = next - rotl(s[0], 5) - f(t, s) - k[t / 20] - w[t];
    }
    return s;
}

State rounds(State s, const Words &w, int first, int last) {
    oracle::sha1_rounds(s.data(), w.data(), first, last);
    return s;
}

State sum(State a, const State &b) {
    for (std::size_t i = 0; i < a.size(); i++) a[i] += b[i];
    return a;
}

// Hashes the blocks of one message and collects the attacks.
class Detector {
public:
    explicit Detector(unsigned flags) : flags_(flags) {}

    void block(const std::uint8_t *bytes, std::uint64_t at) {
        Words w;
        oracle::sha1_schedule(w.data(), bytes);
        const State before = cv;
        cv = sum(before, rounds(before, w, 0, 80));
        const bool every = flags_ & OG_SHA1DC_EVERY_VECTOR;
        const std::uint32_t mask = every ? ~0u : oracle::sha1dc_mask(w.data());
        for (int vector = 0; vector < 32; vector++)
            if (mask >> vector & 1 && test(w, before, vector, bytes, at)) {
                if (flags_ & OG_SHA1DC_SAFE_HASH)
                    for (int again = 0; again < 2; again++) cv = sum(cv, rounds(cv, w, 0, 80));
                return;
            }
    }

    State cv = oracle::sha1_start;
    std::vector<og_sha1dc_collision> collisions;

private:
    bool test(const Words &w, const State &before, int vector, const std::uint8_t *bytes, std::uint64_t at) {
        Words other;
        for (std::size_t t = 0; t < 80; t++) other[t] = w[t] ^ og_sha1dc_dm[vector][t];
        const int step = og_sha1dc_vectors[vector].tested;
        const State quiet = rounds(before, w, 0, step);
        const State start = backwards(quiet, other, step);
        const State end = sum(start, rounds(quiet, other, step, 80));
        if (end != cv && !(flags_ & OG_SHA1DC_REDUCED && start == before)) return false;
        og_sha1dc_collision hit{};
        hit.at = at;
        hit.vector = vector;
        std::copy(before.begin(), before.end(), hit.cv[0]);
        std::copy(start.begin(), start.end(), hit.cv[1]);
        std::copy_n(bytes, 64, hit.block[0]);
        for (std::size_t i = 0; i < 64; i++)
            hit.block[1][i] = static_cast<std::uint8_t>(other[i / 4] >> (24 - 8 * (i % 4)));
        collisions.push_back(hit);
        return true;
    }

    unsigned flags_;
};

bool same(const og_sha1dc_collision &a, const og_sha1dc_collision &b) {
    return a.at == b.at && a.vector == b.vector && !std::memcmp(a.cv, b.cv, sizeof a.cv) &&
           !std::memcmp(a.block, b.block, sizeof a.block);
}

}  // namespace

bool Answer::operator==(const Answer &other) const {
    return digest == other.digest && verdict.vector == other.verdict.vector &&
           verdict.at == other.verdict.at &&
           std::equal(collisions.begin(), collisions.end(), other.collisions.begin(), other.collisions.end(),
                      same);
}

std::string Answer::text() const {
    std::string all = digest + ", vector " + std::to_string(verdict.vector) + " at " +
                      std::to_string(verdict.at) + "; hits:";
    for (const auto &c : collisions)
        all += " " + std::to_string(c.vector) + "@" + std::to_string(c.at) + ":" + to_hex(c.cv[1], 4);
    return all;
}

void PrintTo(const Answer &answer, std::ostream *out) { *out << answer.text(); }

Answer by_the_papers(const Bytes &message, unsigned flags) {
    Detector detector(flags);
    const Bytes padded = oracle::pad(message, 8);
    for (std::size_t at = 0; at < padded.size(); at += 64) detector.block(&padded[at], at);
    Bytes digest;
    for (std::uint32_t word : detector.cv)
        for (int shift = 24; shift >= 0; shift -= 8)
            digest.push_back(static_cast<std::uint8_t>(word >> shift));
    Answer answer{to_hex(digest), {-1, 0}, detector.collisions};
    if (!detector.collisions.empty())
        answer.verdict = {detector.collisions[0].vector, detector.collisions[0].at};
    return answer;
}

Answer by_the_library(const Bytes &message, unsigned flags, const std::vector<std::size_t> &parts) {
    Answer answer;
    og_sha1dc_ctx ctx;
    std::uint8_t digest[OG_SHA1_DIGEST_SIZE];
    EXPECT_EQ(og_sha1dc_init(&ctx, flags), OG_OK);
    const auto keep = [](void *user, const og_sha1dc_collision *c) {
        static_cast<std::vector<og_sha1dc_collision> *>(user)->push_back(*c);
    };
    EXPECT_EQ(og_sha1dc_on_collision(&ctx, keep, &answer.collisions), OG_OK);
    const std::uint8_t *at = message.data();
    for (std::size_t part : parts) {
        EXPECT_EQ(og_sha1dc_update(&ctx, at, part), OG_OK);
        at += part;
    }
    EXPECT_EQ(og_sha1dc_final(&ctx, digest, &answer.verdict), OG_OK);
    answer.digest = to_hex(digest, sizeof digest);
    return answer;
}

Forged::Forged(unsigned vector) : vector_(vector), kept_(og_sha1dc_dm[vector], og_sha1dc_dm[vector] + 80) {
    std::fill_n(og_sha1dc_dm[vector], 80, 0u);
}

Forged::~Forged() { std::copy(kept_.begin(), kept_.end(), og_sha1dc_dm[vector_]); }

Bytes suspicious_message(Rng &rng, unsigned vector, std::size_t size, unsigned of) {
    Bytes message = rng.bytes(size);
    for (std::size_t at = 0; at + 64 <= size; at += 64)
        if (rng.below(of) == 0) {
            const check::Block block = check::suspect_block(rng, 1u << vector);
            std::copy(block.begin(), block.end(), &message[at]);
        }
    return message;
}

}  // namespace og::test
