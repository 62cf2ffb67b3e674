// SPDX-License-Identifier: MIT
// The traits class of SHA-1 for hash_operations.hpp and many_operations.hpp.
#pragma once

#include "many_operations.hpp"

#include <oldguard/sha1.h>

#include <array>

namespace og::bench {

struct Sha1 {
    using Fn = og_sha1_blocks_fn;
    using LanesFn = og_sha1_lanes_fn;
    using LanesArgument = std::uint32_t (*)[5];
    using State = std::array<std::uint32_t, 5>;
    static constexpr const char *name = "sha1";
    static constexpr const char *reference = "sha1_c_ref";
    static constexpr const char *reference_op = "sha1.blocks";
    static constexpr std::size_t digest_size = OG_SHA1_DIGEST_SIZE;
    static constexpr std::size_t length_size = 8;

    static State start() {  // FIPS 180-4, section 5.3.1
        return {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    }
    static Bytes store(const State &state) {
        Bytes digest;
        for (std::uint32_t word : state)
            for (int shift = 24; shift >= 0; shift -= 8)
                digest.push_back(static_cast<std::uint8_t>(word >> shift));
        return digest;
    }
    static int call(const std::uint8_t *in, std::size_t size, std::uint8_t *digest) {
        return og_sha1(in, size, digest);
    }
    static void fold(LanesFn *fn, std::size_t, LanesArgument cv, const std::uint8_t *const *at,
                     std::size_t count) {
        fn(cv, at, count);
    }
    static int many(const og_message *messages, std::size_t n, std::uint8_t *digests) {
        auto *out = reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests);
        return og_sha1_many(messages, n, out, nullptr);
    }
    static int two_part(const og_two_part *messages, std::size_t n, std::uint8_t *digests) {
        auto *out = reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests);
        return og_sha1_two_part_many(messages, n, out, nullptr);
    }

    using Context = og_sha1_ctx;
    static constexpr auto init = og_sha1_init;
    static constexpr auto final = og_sha1_final;
    static int update_many(Context *const *streams, const og_message *pieces, std::size_t n) {
        return og_sha1_update_many(streams, pieces, n, nullptr);
    }
};

}  // namespace og::bench
