// SPDX-License-Identifier: MIT
// og_sha1_two_part_many compared with og_sha1 of the joined message: every split of short messages, splits
// about the blocks of long ones, and every multi-buffer kernel.
#include "hash.hpp"

#include <array>

namespace og::test {

namespace {

using Sha1Digest = std::array<std::uint8_t, OG_SHA1_DIGEST_SIZE>;

Sha1Digest joined(const og_two_part &m) {
    Bytes all;
    const auto add = [&](const void *part, std::size_t size) {
        const auto *bytes = static_cast<const std::uint8_t *>(part);
        if (size > 0) all.insert(all.end(), bytes, bytes + size);
    };
    add(m.head, m.head_size);
    add(m.data, m.size);
    Sha1Digest digest;
    EXPECT_EQ(og_sha1(all.data(), all.size(), digest.data()), OG_OK);
    return digest;
}

void expect_joined(const std::vector<og_two_part> &messages) {
    const std::size_t n = messages.size();
    std::vector<Sha1Digest> digests(n + 1);
    std::size_t bad = n + 1;
    ASSERT_EQ(og_sha1_two_part_many(messages.data(), n, reinterpret_cast<std::uint8_t(*)[20]>(digests.data()),
                                    &bad),
              OG_OK);
    EXPECT_EQ(bad, n);
    for (std::size_t i = 0; i < n; i++)
        ASSERT_EQ(to_hex(digests[i].data(), 20), to_hex(joined(messages[i]).data(), 20))
            << "message " << i << " of " << n << ", " << messages[i].head_size << " + " << messages[i].size;
    EXPECT_EQ(digests[n], Sha1Digest());
}

// A message whose parts are in different memory. Empty parts may be NULL.
og_two_part split(const Bytes &heads, const Bytes &bodies, std::size_t head, std::size_t body, Rng &rng) {
    const std::size_t a = rng.below(heads.size() - head + 1), b = rng.below(bodies.size() - body + 1);
    return {head == 0 && rng.coin() ? nullptr : heads.data() + a, head,
            body == 0 && rng.coin() ? nullptr : bodies.data() + b, body};
}

TEST(ManyTwoPart, EverySplitOfShortMessages) {
    for (const std::string &stem : stems_and_dispatch(lanes_op<Sha1>())) {
        const Forced lanes(lanes_op<Sha1>(), stem);
        Rng rng(61, stem, 0);
        const Bytes heads = rng.bytes(400), bodies = rng.bytes(400);
        for (std::size_t size = 0; size <= 330; size += size < 270 ? 1 : 5) {
            std::vector<og_two_part> messages;
            for (std::size_t head = 0; head <= size; head++)
                messages.push_back(split(heads, bodies, head, size - head, rng));
            SCOPED_TRACE(stem);
            ASSERT_NO_FATAL_FAILURE(expect_joined(messages));
        }
    }
}

TEST(ManyTwoPart, EveryNumberOfMessages) {
    for (const std::string &stem : stems_and_dispatch(lanes_op<Sha1>())) {
        const Forced lanes(lanes_op<Sha1>(), stem);
        Rng rng(62, stem, 0);
        const Bytes heads = rng.bytes(9000), bodies = rng.bytes(9000);
        for (std::size_t n = 0; n <= 70; n++) {
            std::vector<og_two_part> messages;
            for (std::size_t i = 0; i < n; i++) {
                const std::size_t head = rng.below(4) == 0 ? rng.below(1000) : rng.below(40);
                messages.push_back(
                    split(heads, bodies, head, rng.below(9) == 0 ? rng.below(9000) : rng.below(900), rng));
            }
            SCOPED_TRACE(stem);
            ASSERT_NO_FATAL_FAILURE(expect_joined(messages));
        }
    }
}

TEST(ManyTwoPart, WithEveryKernelForTheRest) {
    Rng rng(63);
    const Bytes heads = rng.bytes(200), bodies = rng.bytes(5000);
    for (const std::string &stem : stems("sha1.blocks")) {
        const Forced forced("sha1.blocks", stem);
        std::vector<og_two_part> messages;
        for (int i = 0; i < 11; i++)
            messages.push_back(split(heads, bodies, rng.below(200), rng.below(5000), rng));
        SCOPED_TRACE(stem);
        ASSERT_NO_FATAL_FAILURE(expect_joined(messages));
    }
}

// A wrong argument in any message gives an error with its index, and no digest is written.
TEST(ManyTwoPart, AllOrNothing) {
    Rng rng(64);
    const Bytes data = rng.bytes(100);
    for (std::size_t n : {1u, 2u, 5u, 40u})
        for (std::size_t bad = 0; bad < n; bad++) {
            std::vector<Sha1Digest> digests(n, Sha1Digest{1, 2, 3});
            const std::vector<Sha1Digest> before = digests;
            const struct {
                og_two_part message;
                int status;
            } wrongs[] = {
                {{nullptr, 1, data.data(), 5}, OG_ERR_NULL},
                {{data.data(), 5, nullptr, 1}, OG_ERR_NULL},
                {{data.data(), SIZE_MAX, data.data(), 5}, OG_ERR_TOO_LONG},
                {{data.data(), 5, data.data(), SIZE_MAX}, OG_ERR_TOO_LONG},
                {{digests[0].data(), 1, data.data(), 5}, OG_ERR_ARGUMENT},
                {{data.data(), 5, digests[n - 1].data() + 19, 7}, OG_ERR_ARGUMENT},
            };
            for (const auto &[message, status] : wrongs) {
                std::vector<og_two_part> messages(n, {data.data(), 10, data.data(), data.size()});
                messages[bad] = message;
                std::size_t which = n + 1;
                EXPECT_EQ(og_sha1_two_part_many(messages.data(), n,
                                                reinterpret_cast<std::uint8_t(*)[20]>(digests.data()),
                                                &which),
                          status);
                EXPECT_EQ(which, bad);
                EXPECT_EQ(digests, before);
            }
        }
}

}  // namespace

}  // namespace og::test
