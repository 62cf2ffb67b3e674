// SPDX-License-Identifier: MIT
// Many messages at once, which share their bytes, against one call for each.
#include "fuzz.hpp"

#include <algorithm>
#include <array>

namespace og::fuzz {
namespace {

constexpr std::size_t most = 6000;

std::vector<og_message> take_messages(Input &input, const std::uint8_t *shared, std::size_t size) {
    std::vector<og_message> messages(input.ConsumeIntegralInRange<std::size_t>(0, 70));
    check::Rng random = take_random(input);
    const std::size_t longest = input.ConsumeIntegralInRange<std::size_t>(0, size);
    for (og_message &message : messages) {
        const std::size_t at = random.below(size + 1);
        const std::size_t length = random.below(std::min(longest, size - at) + 1);
        message = {length == 0 && random.coin() ? nullptr : shared + at, length};
    }
    return messages;
}

// Compares the digests of one call with those of a call for each message.
template <std::size_t size, typename Many, typename One>
void compare(const std::vector<og_message> &messages, Many many, One one) {
    std::vector<std::array<std::uint8_t, size>> digests(messages.size());
    auto *out = reinterpret_cast<std::uint8_t(*)[size]>(digests.data());
    expect(many(messages.data(), messages.size(), out, nullptr) == OG_OK, "many");
    for (std::size_t i = 0; i < messages.size(); i++) {
        std::array<std::uint8_t, size> want;
        expect(one(messages[i].data, messages[i].len, want.data()) == OG_OK, "one");
        expect(digests[i] == want, "a digest");
    }
}

void compare_detecting(const std::vector<og_message> &messages, unsigned flags) {
    std::vector<std::array<std::uint8_t, OG_SHA1_DIGEST_SIZE>> digests(messages.size());
    std::vector<og_sha1dc_verdict> verdicts(messages.size());
    expect(og_sha1dc_many(messages.data(), messages.size(), flags,
                          reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests.data()),
                          verdicts.data(), nullptr) == OG_OK,
           "many");
    for (std::size_t i = 0; i < messages.size(); i++) {
        std::array<std::uint8_t, OG_SHA1_DIGEST_SIZE> want;
        og_sha1dc_verdict verdict;
        expect(og_sha1dc(messages[i].data, messages[i].len, flags, want.data(), &verdict) == OG_OK, "one");
        expect(digests[i] == want, "a digest");
        expect(verdicts[i].vector == verdict.vector && verdicts[i].at == verdict.at, "a verdict");
    }
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"sha1.", "sha1dc.", "whirlpool."});
    const unsigned which = input.ConsumeIntegralInRange(0u, 2u);
    const unsigned flags = input.ConsumeIntegralInRange(0u, 3u);
    static Edge edge(most);
    const Bytes shared = take_message(input, most);
    const auto messages = take_messages(input, edge.hold(shared), shared.size());
    if (which == 0)
        compare<OG_SHA1_DIGEST_SIZE>(messages, og_sha1_many, og_sha1);
    else if (which == 1)
        compare<OG_WHIRLPOOL_DIGEST_SIZE>(messages, og_whirlpool_many, og_whirlpool);
    else
        compare_detecting(messages, flags);
    return 0;
}
