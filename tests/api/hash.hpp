// SPDX-License-Identifier: MIT
// SHA-1 and Whirlpool as types with the same members, so that a test of both is written once.
#pragma once

#include "second_hash.hpp"
#include "support.hpp"

#include <check/oracles/oracle.hpp>

namespace og::test {

struct Sha1 {
    using Context = og_sha1_ctx;
    static constexpr std::size_t digest_size = OG_SHA1_DIGEST_SIZE;
    static constexpr const char *op = "sha1.blocks", *family = "sha1.", *reference = "sha1_c_ref";
    static constexpr const char *openssl = "SHA1";
    static constexpr auto init = og_sha1_init;
    static constexpr auto update = og_sha1_update;
    static constexpr auto final = og_sha1_final;
    static constexpr auto once = og_sha1;
    static constexpr auto many = og_sha1_many;
    static constexpr auto update_many = og_sha1_update_many;
    static constexpr auto oracle = check::oracle::sha1;
    static constexpr auto second = second_sha1;
};

struct Whirlpool {
    using Context = og_whirlpool_ctx;
    static constexpr std::size_t digest_size = OG_WHIRLPOOL_DIGEST_SIZE;
    static constexpr const char *op = "whirlpool.blocks", *family = "whirlpool.";
    static constexpr const char *reference = "whirlpool_c_byte";
    static constexpr const char *openssl = "WHIRLPOOL";
    static constexpr auto init = og_whirlpool_init;
    static constexpr auto update = og_whirlpool_update;
    static constexpr auto final = og_whirlpool_final;
    static constexpr auto once = og_whirlpool;
    static constexpr auto many = og_whirlpool_many;
    static constexpr auto update_many = og_whirlpool_update_many;
    static constexpr auto oracle = check::oracle::whirlpool;
    static constexpr auto second = second_whirlpool;
};

template <typename H> std::string once(const Bytes &message) {
    std::uint8_t digest[H::digest_size];
    EXPECT_EQ(H::once(message.data(), message.size(), digest), OG_OK);
    return to_hex(digest, sizeof digest);
}

template <typename H> std::string streamed(const Bytes &message, const std::vector<std::size_t> &parts) {
    typename H::Context ctx;
    std::uint8_t digest[H::digest_size];
    EXPECT_EQ(H::init(&ctx), OG_OK);
    std::size_t at = 0;
    for (std::size_t part : parts) {
        EXPECT_EQ(H::update(&ctx, message.data() + at, part), OG_OK);
        at += part;
    }
    EXPECT_EQ(H::final(&ctx, digest), OG_OK);
    return to_hex(digest, sizeof digest);
}

template <class H> std::string lanes_op() { return std::string(H::family) + "lanes"; }

using Hashes = testing::Types<Sha1, Whirlpool>;

}  // namespace og::test
