// SPDX-License-Identifier: MIT
// og_sha1_many and og_whirlpool_many compared with the oracle, the reference kernel and another
// implementation: numbers of messages, mixtures of lengths, every multi-buffer kernel, and every kernel for
// the last messages.
#include "hash.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace og::test {

namespace {

template <class H> class Many : public testing::Test {};
TYPED_TEST_SUITE(Many, Hashes);

template <class H> using Digest = std::array<std::uint8_t, H::digest_size>;
template <class H> using Out = std::uint8_t (*)[H::digest_size];

// Lengths at which the number of padded blocks changes, and at which messages are no longer copied whole.
const std::vector<std::size_t> edges = {0,   1,   20,  54,  55,  56,  57,  63,  64,   65,  118,
                                        119, 120, 127, 128, 129, 183, 184, 191, 192,  246, 247,
                                        248, 255, 256, 257, 311, 312, 319, 320, 1023, 1024};

// Returns the digest by another implementation.
template <class H> Digest<H> by_another(const Bytes &message) {
    Digest<H> digest;
    const Bytes second = H::second(message);
    EXPECT_EQ(second.size(), digest.size());
    std::copy_n(second.begin(), digest.size(), digest.begin());
    return digest;
}

template <class H> Digest<H> by_reference(const Bytes &message) {
    Digest<H> digest;
    const Forced forced(H::op, H::reference);
    EXPECT_EQ(H::once(message.data(), message.size(), digest.data()), OG_OK);
    return digest;
}

// Returns the digests of the messages. Guards before and after detect writes out of bounds.
template <class H> std::vector<Digest<H>> many(const std::vector<Bytes> &messages) {
    std::vector<og_message> views;
    for (const Bytes &m : messages) views.push_back({m.empty() ? nullptr : m.data(), m.size()});
    const std::vector<og_message> before = views;
    Digest<H> guard;
    guard.fill(0xa5);
    std::vector<Digest<H>> digests(messages.size() + 2, guard);
    const auto out = reinterpret_cast<Out<H>>(digests[1].data());
    EXPECT_EQ(H::many(views.data(), views.size(), out, nullptr), OG_OK);
    EXPECT_EQ(digests.front(), guard);
    EXPECT_EQ(digests.back(), guard);
    for (std::size_t i = 0; i < views.size(); i++) {
        EXPECT_EQ(views[i].data, before[i].data);
        EXPECT_EQ(views[i].size, before[i].size);
    }
    return {digests.begin() + 1, digests.end() - 1};
}

std::vector<Bytes> random_messages(const std::vector<std::size_t> &lengths, Rng &rng) {
    std::vector<Bytes> messages;
    for (std::size_t length : lengths) messages.push_back(rng.bytes(length));
    return messages;
}

template <class H> void expect_all(const std::vector<Bytes> &messages, const std::string &what) {
    const std::vector<Digest<H>> digests = many<H>(messages);
    for (std::size_t i = 0; i < messages.size(); i++)
        ASSERT_EQ(to_hex(digests[i].data(), H::digest_size),
                  to_hex(by_another<H>(messages[i]).data(), H::digest_size))
            << what << ": message " << i << " of " << messages.size() << ", " << messages[i].size()
            << " bytes";
}

TYPED_TEST(Many, EveryNumberOfMessages) {
    using H = TypeParam;
    for (const std::string &stem : stems_and_dispatch(lanes_op<H>())) {
        const Forced lanes(lanes_op<H>(), stem);
        Rng rng(41, stem, 0);
        for (std::size_t n = 0; n <= 40; n++) {
            std::vector<std::size_t> equal(n, 100), mixed(n), edge(n);
            for (std::size_t i = 0; i < n; i++) {
                mixed[i] = rng.below(700);
                edge[i] = edges[(i + n) % edges.size()];
            }
            expect_all<H>(random_messages(equal, rng), stem + ", equal lengths");
            expect_all<H>(random_messages(mixed, rng), stem + ", random lengths");
            expect_all<H>(random_messages(edge, rng), stem + ", lengths around the blocks");
        }
    }
}

TYPED_TEST(Many, EveryLengthUpToFiveBlocks) {
    using H = TypeParam;
    for (const std::string &stem : stems_and_dispatch(lanes_op<H>())) {
        const Forced lanes(lanes_op<H>(), stem);
        Rng rng(42, stem, 0);
        std::vector<std::size_t> lengths(321);
        std::iota(lengths.begin(), lengths.end(), std::size_t{0});
        expect_all<H>(random_messages(lengths, rng), stem);
        std::reverse(lengths.begin(), lengths.end());
        expect_all<H>(random_messages(lengths, rng), stem + ", longest first");
    }
}

// Messages that are long enough to be sorted, and more of them than are sorted.
TYPED_TEST(Many, ShortBesideLong) {
    using H = TypeParam;
    for (const std::string &stem : stems_and_dispatch(lanes_op<H>())) {
        const Forced lanes(lanes_op<H>(), stem);
        Rng rng(43, stem, 0);
        for (std::size_t n : {2u, 3u, 5u, 9u, 63u, 64u, 65u, 130u}) {
            std::vector<std::size_t> lengths(n);
            for (std::size_t &length : lengths)
                length = rng.below(8) == 0 ? rng.below(60000) : rng.below(300);
            lengths[rng.below(n)] = 4096 + rng.below(9000);
            expect_all<H>(random_messages(lengths, rng), stem);
        }
    }
}

// The same messages in another order give the same digests in that order.
TYPED_TEST(Many, OrderIsTheCallers) {
    using H = TypeParam;
    Rng rng(44);
    std::mt19937 shuffler(44);
    std::vector<std::size_t> lengths;
    for (int i = 0; i < 90; i++) lengths.push_back(rng.below(6000));
    std::vector<Bytes> messages = random_messages(lengths, rng);
    const std::vector<Digest<H>> straight = many<H>(messages);
    std::vector<std::size_t> order(messages.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (int round = 0; round < 10; round++) {
        std::shuffle(order.begin(), order.end(), shuffler);
        std::vector<Bytes> permuted;
        for (std::size_t i : order) permuted.push_back(messages[i]);
        const std::vector<Digest<H>> digests = many<H>(permuted);
        for (std::size_t i = 0; i < order.size(); i++) ASSERT_EQ(digests[i], straight[order[i]]);
    }
}

// Every kernel finishes the last message.
TYPED_TEST(Many, WithEveryKernelForTheRest) {
    using H = TypeParam;
    Rng rng(45);
    for (const std::string &stem : stems(H::op)) {
        const Forced forced(H::op, stem);
        std::vector<std::size_t> lengths;
        for (int i = 0; i < 11; i++) lengths.push_back(rng.below(5000));
        expect_all<H>(random_messages(lengths, rng), stem);
    }
}

TYPED_TEST(Many, AgreesWithTheReference) {
    using H = TypeParam;
    Rng rng(46);
    for (std::size_t n : {1u, 2u, 7u, 33u}) {
        std::vector<std::size_t> lengths(n);
        for (std::size_t &length : lengths) length = edges[rng.below(edges.size())];
        const std::vector<Bytes> messages = random_messages(lengths, rng);
        const std::vector<Digest<H>> digests = many<H>(messages);
        for (std::size_t i = 0; i < n; i++) {
            EXPECT_EQ(digests[i], by_reference<H>(messages[i]));
            const Bytes oracle = H::oracle(messages[i]);
            EXPECT_TRUE(std::equal(oracle.begin(), oracle.end(), digests[i].begin()));
        }
    }
}

// Messages may share memory.
TYPED_TEST(Many, OneMessageManyTimes) {
    using H = TypeParam;
    Rng rng(47);
    const Bytes data = rng.bytes(1000);
    std::vector<og_message> views;
    for (std::size_t i = 0; i < 50; i++) views.push_back({data.data() + i, data.size() - 2 * i});
    std::vector<Digest<H>> digests(views.size());
    const auto out = reinterpret_cast<Out<H>>(digests[0].data());
    ASSERT_EQ(H::many(views.data(), views.size(), out, nullptr), OG_OK);
    for (std::size_t i = 0; i < views.size(); i++) {
        const auto *start = static_cast<const std::uint8_t *>(views[i].data);
        EXPECT_EQ(digests[i], by_another<H>(Bytes(start, start + views[i].size)));
    }
}

// A wrong argument in any message gives an error, and no digest is written.
TYPED_TEST(Many, AllOrNothing) {
    using H = TypeParam;
    Rng rng(48);
    const Bytes data = rng.bytes(100);
    const Digest<H> untouched = {1, 2, 3};
    for (std::size_t n : {1u, 2u, 5u, 40u})
        for (std::size_t bad = 0; bad < n; bad++)
            for (const og_message &wrong : {og_message{nullptr, 1}, og_message{data.data(), SIZE_MAX}}) {
                if (wrong.data && (sizeof(std::size_t) < 8 || !std::is_same_v<H, Sha1>))
                    continue;  // size_t has no length that is too long
                std::vector<og_message> views(n, {data.data(), data.size()});
                views[bad] = wrong;
                std::vector<Digest<H>> digests(n, untouched);
                const auto out = reinterpret_cast<Out<H>>(digests[0].data());
                std::size_t which = n + 1;
                EXPECT_EQ(H::many(views.data(), n, out, &which), wrong.data ? OG_ERR_TOO_LONG : OG_ERR_NULL);
                EXPECT_EQ(which, bad);
                for (const Digest<H> &digest : digests) EXPECT_EQ(digest, untouched);
            }
    std::size_t which = 9;
    EXPECT_EQ(H::many(nullptr, 0, nullptr, &which), OG_OK);
    EXPECT_EQ(which, 0u);
    EXPECT_EQ(H::many(nullptr, 1, nullptr, &which), OG_ERR_NULL);
    EXPECT_EQ(which, 1u);
}

// No kernel has more lanes than the scheduler. Otherwise it would never serve, without an error.
TYPED_TEST(Many, EveryKernelIsWideEnoughAndNotTooWide) {
    using H = TypeParam;
    const std::string op = lanes_op<H>();
    for (const std::string &stem : stems(op.c_str())) {
        const og_kernel *kernel = og_kernel_find(op.c_str(), stem.c_str());
        EXPECT_GE(kernel->lanes, 2u) << stem;
        EXPECT_LE(kernel->lanes, 16u) << stem;
        EXPECT_LE(kernel->min_size, 64u * kernel->lanes) << stem;
    }
}

}  // namespace

}  // namespace og::test
