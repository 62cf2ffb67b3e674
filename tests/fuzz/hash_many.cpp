// SPDX-License-Identifier: MIT
// Many messages at once, in one part or two, and pieces of many streams, against one call for each. They
// share their bytes.
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
        expect(one(messages[i].data, messages[i].size, want.data()) == OG_OK, "one");
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
        expect(og_sha1dc(messages[i].data, messages[i].size, flags, want.data(), &verdict) == OG_OK, "one");
        expect(digests[i] == want, "a digest");
        expect(verdicts[i].vector == verdict.vector && verdicts[i].at == verdict.at, "a verdict");
    }
}

// Splits each message in two, which are apart in memory. bodies: a copy of the messages' bytes.
std::vector<og_two_part> split(const std::vector<og_message> &messages, const std::uint8_t *shared,
                               const Bytes &bodies, check::Rng &random) {
    std::vector<og_two_part> parts;
    for (const og_message &m : messages) {
        const auto *bytes = static_cast<const std::uint8_t *>(m.data);
        const std::size_t head =
            random.coin() ? m.size : random.below(std::min<std::size_t>(m.size, 100) + 1);
        const std::size_t rest = m.size - head;
        parts.push_back({bytes, head, rest == 0 ? nullptr : bodies.data() + (bytes - shared) + head, rest});
    }
    return parts;
}

void compare_two_part(const std::vector<og_message> &messages, const std::vector<og_two_part> &parts,
                      unsigned flags) {
    using Digest = std::array<std::uint8_t, OG_SHA1_DIGEST_SIZE>;
    std::vector<Digest> digests(messages.size()), detecting(messages.size());
    std::vector<og_sha1dc_verdict> verdicts(messages.size());
    const auto out = [](std::vector<Digest> &to) {
        return reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(to.data());
    };
    expect(og_sha1_two_part_many(parts.data(), parts.size(), out(digests), nullptr) == OG_OK, "two parts");
    expect(og_sha1dc_two_part_many(parts.data(), parts.size(), flags, out(detecting), verdicts.data(),
                                   nullptr) == OG_OK,
           "two parts");
    for (std::size_t i = 0; i < messages.size(); i++) {
        Digest want;
        og_sha1dc_verdict verdict;
        expect(og_sha1(messages[i].data, messages[i].size, want.data()) == OG_OK, "one");
        expect(digests[i] == want, "a digest of two parts");
        expect(og_sha1dc(messages[i].data, messages[i].size, flags, want.data(), &verdict) == OG_OK, "one");
        expect(detecting[i] == want, "a digest of two parts");
        expect(verdicts[i].vector == verdict.vector && verdicts[i].at == verdict.at, "a verdict");
    }
}

// Appends each message to its stream three times, in lanes and one by one.
template <typename Context, std::size_t size, typename Init, typename Many, typename One, typename Final>
void compare_streams(const std::vector<og_message> &messages, Init init, Many many, One one, Final final) {
    const std::size_t n = messages.size();
    std::vector<Context> together(n), alone(n);
    std::vector<Context *> streams;
    for (std::size_t i = 0; i < n; i++) {
        expect(init(&together[i]) == OG_OK && init(&alone[i]) == OG_OK, "init");
        streams.push_back(&together[i]);
    }
    for (int round = 0; round < 3; round++) {
        expect(many(streams.data(), messages.data(), n, nullptr) == OG_OK, "update_many");
        for (std::size_t i = 0; i < n; i++)
            expect(one(&alone[i], messages[i].data, messages[i].size) == OG_OK, "update");
    }
    for (std::size_t i = 0; i < n; i++) {
        std::array<std::uint8_t, size> want, got;
        expect(final(&alone[i], want.data()) == OG_OK && final(&together[i], got.data()) == OG_OK, "final");
        expect(got == want, "a digest of a stream");
    }
}

void compare_streams(const std::vector<og_message> &messages, unsigned which, unsigned flags) {
    if (which == 0)
        compare_streams<og_sha1_ctx, OG_SHA1_DIGEST_SIZE>(messages, og_sha1_init, og_sha1_update_many,
                                                          og_sha1_update, og_sha1_final);
    else if (which == 1)
        compare_streams<og_whirlpool_ctx, OG_WHIRLPOOL_DIGEST_SIZE>(
            messages, og_whirlpool_init, og_whirlpool_update_many, og_whirlpool_update, og_whirlpool_final);
    else
        compare_streams<og_sha1dc_ctx, OG_SHA1_DIGEST_SIZE>(
            messages, [=](og_sha1dc_ctx *ctx) { return og_sha1dc_init(ctx, flags); }, og_sha1dc_update_many,
            og_sha1dc_update,
            [](og_sha1dc_ctx *ctx, std::uint8_t *digest) {
                og_sha1dc_verdict verdict;
                const int status = og_sha1dc_final(ctx, digest, &verdict);
                digest[0] ^= static_cast<std::uint8_t>(verdict.vector + verdict.at);
                return status;
            });
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"sha1.", "sha1dc.", "whirlpool."});
    const unsigned which = input.ConsumeIntegralInRange(0u, 2u), shape = input.ConsumeIntegralInRange(0u, 2u);
    const unsigned flags = input.ConsumeIntegralInRange(0u, 3u);
    static Edge edge(most);
    const Bytes shared = take_message(input, most);
    auto random = take_random(input);
    const std::uint8_t *bytes = edge.hold(shared);
    const auto messages = take_messages(input, bytes, shared.size());
    if (shape == 1)
        compare_two_part(messages, split(messages, bytes, shared, random), flags);
    else if (shape == 2)
        compare_streams(messages, which, flags);
    else if (which == 0)
        compare<OG_SHA1_DIGEST_SIZE>(messages, og_sha1_many, og_sha1);
    else if (which == 1)
        compare<OG_WHIRLPOOL_DIGEST_SIZE>(messages, og_whirlpool_many, og_whirlpool);
    else
        compare_detecting(messages, flags);
    return 0;
}
