// SPDX-License-Identifier: MIT
// Detection of collision attacks against the algorithm of the papers: digest, verdict and
// callbacks. Where the difference of a vector is zeroed, each block that passes its conditions is
// an attack.
#include "fuzz.hpp"

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
    return 0;
}
