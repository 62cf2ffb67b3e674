// SPDX-License-Identifier: MIT
// Detection of collision attacks against the algorithm of the papers: digest, verdict and
// callbacks, and through the interface of sha1collisiondetection. Where the difference of a vector is zeroed,
// each block that passes its conditions is an attack.
#include "fuzz.hpp"

#include <bindings/sha1detectcoll/sha1dc/sha1.h>
#include <sha1dc/reference.hpp>

#include <algorithm>
#include <optional>

namespace og::fuzz {
namespace {

// Makes some blocks of a message pass the conditions of a vector, or all of them but one.
void make_suspect(Input &input, check::Rng &random, Bytes &message) {
    for (std::size_t at = 0; at + 64 <= message.size(); at += 64) {
        const unsigned kind = input.ConsumeIntegralInRange(0u, 3u);
        if (kind == 0) continue;
        const std::uint32_t vector = input.ConsumeIntegralInRange(0u, 31u);
        check::Block block = kind == 1 ? check::near_miss(random, vector)
                             : kind == 2
                                 ? check::suspect_block(random, 1u << vector)
                                 : check::suspect_block(random, input.ConsumeIntegral<std::uint32_t>());
        std::copy(block.begin(), block.end(), message.begin() + static_cast<std::ptrdiff_t>(at));
    }
}

// Checks the replacement of libsha1detectcoll.
void check_replacement(const Bytes &message, unsigned flags, const std::vector<std::size_t> &parts,
                       const test::Answer &want) {
    SHA1_CTX ctx;
    SHA1DCInit(&ctx);
    SHA1DCSetSafeHash(&ctx, (flags & OG_SHA1DC_SAFE_HASH) != 0);
    SHA1DCSetDetectReducedRoundCollision(&ctx, (flags & OG_SHA1DC_REDUCED) != 0);
    SHA1DCSetUseUBC(&ctx, (flags & OG_SHA1DC_EVERY_VECTOR) == 0);
    const char *at = reinterpret_cast<const char *>(message.data());
    for (const std::size_t part : parts) {
        SHA1DCUpdate(&ctx, at, part);
        at += part;
    }
    std::uint8_t digest[20];
    const int found = SHA1DCFinal(digest, &ctx);
    expect(test::to_hex(digest, sizeof digest) == want.digest, "the digest of the replacement");
    expect((found != 0) == !want.collisions.empty(), "what the replacement found");
    expect(found == 0 || std::equal(ctx.ihv2, ctx.ihv2 + 5, want.collisions.back().cv[1]), "the last attack");
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"sha1dc."});
    const unsigned flags = input.ConsumeIntegralInRange(0u, 15u);
    const unsigned vector = input.ConsumeIntegralInRange(0u, 32u);  // 32: none is forged
    const bool made = input.ConsumeBool();
    og::check::Rng random = take_random(input);
    Bytes message = take_message(input, 64 * 70);
    if (made) make_suspect(input, random, message);
    const auto parts = take_parts(input, message.size());

    std::optional<og::test::Forged> forged;
    if (vector < 32) forged.emplace(vector);
    const og::test::Answer want = og::test::by_the_papers(message, flags);
    expect(og::test::by_the_library(message, flags, parts) == want, "parts");
    expect(og::test::by_the_library(message, flags, {message.size()}) == want, "one update");
    check_replacement(message, flags, parts, want);
    return 0;
}
