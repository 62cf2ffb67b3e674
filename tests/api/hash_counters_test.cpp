// SPDX-License-Identifier: MIT
// Length counters at carries: contexts preset just below a boundary, compared with explicit padding.
#include "hash.hpp"

#include <algorithm>
#include <cstring>

namespace og::test {

namespace {

// Returns the digest of a message whose first blocks gave the chaining value cv, whose last bytes are `rest`,
// and whose length field is `length` (big-endian).
template <typename CV, typename Block>
void finish_by_hand(CV *cv, Block block, const Bytes &rest, const Bytes &length) {
    Bytes padded = rest;
    padded.push_back(0x80);
    while (padded.size() % 64 != 64 - length.size()) padded.push_back(0);
    padded.insert(padded.end(), length.begin(), length.end());
    for (std::size_t i = 0; i < padded.size(); i += 64) block(cv, &padded[i]);
}

Bytes big_endian(std::uint64_t value) {
    Bytes bytes(8);
    check::oracle::store_be64(bytes.data(), value);
    return bytes;
}

void sha1_from(std::uint64_t start, std::size_t more) {
    ASSERT_EQ(start % 64, 0u);
    Rng rng(start, "sha1 counter", more);
    og_sha1_ctx ctx;
    ASSERT_EQ(og_sha1_init(&ctx), OG_OK);
    rng.fill(ctx.cv, sizeof ctx.cv);
    ctx.bytes = start;
    std::uint32_t cv[5];
    std::memcpy(cv, ctx.cv, sizeof cv);
    const Bytes rest = rng.bytes(more);
    std::uint8_t digest[20];
    ASSERT_EQ(og_sha1_update(&ctx, rest.data(), rest.size()), OG_OK);
    ASSERT_EQ(og_sha1_final(&ctx, digest), OG_OK);

    finish_by_hand(cv, check::oracle::sha1_block, rest, big_endian((start + more) * 8));
    Bytes want;
    for (std::uint32_t word : cv)
        for (int shift = 24; shift >= 0; shift -= 8) want.push_back(static_cast<std::uint8_t>(word >> shift));
    EXPECT_EQ(to_hex(digest, 20), to_hex(want)) << start << " + " << more;
}

constexpr std::uint64_t sha1_most = (std::uint64_t{1} << 61) - 1;  // bytes: 2^64 - 1 bits

TEST(Counters, Sha1AcrossPowersOfTwo) {
    for (unsigned power : {29u, 31u, 32u, 33u, 60u})  // 2^29 bytes are 2^32 bits
        for (std::size_t more : {0, 1, 63, 64, 65, 130}) {
            sha1_from((std::uint64_t{1} << power) - 64, more);
            sha1_from(std::uint64_t{1} << power, more);
        }
}

TEST(Counters, Sha1AtItsLimit) {
    sha1_from(sha1_most - 63, 63);  // the longest message
    og_sha1_ctx ctx;
    ASSERT_EQ(og_sha1_init(&ctx), OG_OK);
    ctx.bytes = sha1_most - 63;
    const og_sha1_ctx before = ctx;
    const Bytes data(200, 'x');
    EXPECT_EQ(og_sha1_update(&ctx, data.data(), 64), OG_ERR_TOO_LONG);
    EXPECT_EQ(og_sha1_update(&ctx, data.data(), 200), OG_ERR_TOO_LONG);
    EXPECT_EQ(std::memcmp(&ctx, &before, sizeof ctx), 0) << "the context must not change";
    EXPECT_EQ(og_sha1_update(&ctx, data.data(), 63), OG_OK);
    EXPECT_EQ(og_sha1_update(&ctx, data.data(), 1), OG_ERR_TOO_LONG);
    EXPECT_EQ(og_sha1_update(&ctx, data.data(), 0), OG_OK);
}

using Bits = std::array<std::uint64_t, 4>;  // as in og_whirlpool_ctx

Bits sum(Bits bits, std::uint64_t more) {
    for (std::uint64_t &word : bits) {
        word += more;
        more = word < more ? 1 : 0;
    }
    return bits;
}

void whirlpool_from(const Bits &start, std::size_t more) {
    ASSERT_EQ(start[0] % 512, 0u);
    Rng rng(start[0] ^ start[1], "whirlpool counter", more);
    og_whirlpool_ctx ctx;
    ASSERT_EQ(og_whirlpool_init(&ctx), OG_OK);
    rng.fill(ctx.cv, sizeof ctx.cv);
    std::copy(start.begin(), start.end(), ctx.bits);
    std::uint8_t cv[64];
    std::memcpy(cv, ctx.cv, sizeof cv);
    const Bytes rest = rng.bytes(more);
    std::uint8_t digest[64];
    ASSERT_EQ(og_whirlpool_update(&ctx, rest.data(), rest.size()), OG_OK);
    ASSERT_EQ(og_whirlpool_final(&ctx, digest), OG_OK);

    const Bits total = sum(start, more * 8);
    Bytes length;
    for (int i = 3; i >= 0; i--) {
        const Bytes word = big_endian(total[static_cast<std::size_t>(i)]);
        length.insert(length.end(), word.begin(), word.end());
    }
    finish_by_hand(cv, check::oracle::whirlpool_block, rest, length);
    EXPECT_EQ(to_hex(digest, 64), to_hex(cv, 64)) << more << " bytes more";
}

TEST(Counters, WhirlpoolAcrossItsWords) {
    constexpr std::uint64_t full = ~std::uint64_t{0}, last = full - 511;
    for (std::size_t more : {0, 1, 31, 32, 63, 64, 65, 130}) {
        whirlpool_from({(std::uint64_t{1} << 32) - 512, 0, 0, 0}, more);
        whirlpool_from({(std::uint64_t{1} << 35) - 512, 0, 0, 0}, more);  // 4 GiB
        whirlpool_from({last, 0, 0, 0}, more);
        whirlpool_from({last, full, 0, 0}, more);
        whirlpool_from({last, full, full, 7}, more);
        whirlpool_from({0, 1, 2, 3}, more);
    }
}

TEST(Counters, WhirlpoolAtItsLimit) {
    constexpr std::uint64_t full = ~std::uint64_t{0};
    whirlpool_from({full - 511, full, full, full}, 63);
    og_whirlpool_ctx ctx;
    ASSERT_EQ(og_whirlpool_init(&ctx), OG_OK);
    const Bits start = {full - 511, full, full, full};
    std::copy(start.begin(), start.end(), ctx.bits);
    const og_whirlpool_ctx before = ctx;
    const Bytes data(200, 'x');
    EXPECT_EQ(og_whirlpool_update(&ctx, data.data(), 64), OG_ERR_TOO_LONG);
    EXPECT_EQ(std::memcmp(&ctx, &before, sizeof ctx), 0) << "the context must not change";
    EXPECT_EQ(og_whirlpool_update(&ctx, data.data(), 63), OG_OK);
}

}  // namespace

}  // namespace og::test
