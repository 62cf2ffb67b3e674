// SPDX-License-Identifier: MIT
// og_sha1_update_many and og_whirlpool_update_many compared with one call of update for each stream: numbers
// of streams, mixtures of pieces, every multi-buffer kernel, and every kernel for the last streams.
#include "hash.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

namespace og::test {

namespace {

template <class H> class UpdateMany : public testing::Test {};
TYPED_TEST_SUITE(UpdateMany, Hashes);

// Streams that are updated together, and the same streams updated one by one.
template <class H> struct Streams {
    using Context = typename H::Context;
    std::vector<Context> together, alone;
    std::vector<Context *> pointers;

    explicit Streams(std::size_t n) : together(n), alone(n) {
        for (std::size_t i = 0; i < n; i++) {
            EXPECT_EQ(H::init(&together[i]), OG_OK);
            EXPECT_EQ(H::init(&alone[i]), OG_OK);
            pointers.push_back(&together[i]);
        }
    }

    void update(const std::vector<og_message> &pieces) {
        std::size_t bad = pieces.size() + 1;
        ASSERT_EQ(H::update_many(pointers.data(), pieces.data(), pieces.size(), &bad), OG_OK);
        EXPECT_EQ(bad, pieces.size());
        for (std::size_t i = 0; i < pieces.size(); i++)
            ASSERT_EQ(H::update(&alone[i], pieces[i].data, pieces[i].size), OG_OK);
    }

    // Compares the digests of the messages so far.
    void compare() const {
        for (std::size_t i = 0; i < alone.size(); i++) {
            Context one = alone[i], other = together[i];
            std::uint8_t want[H::digest_size], got[H::digest_size];
            ASSERT_EQ(H::final(&one, want), OG_OK);
            ASSERT_EQ(H::final(&other, got), OG_OK);
            ASSERT_EQ(to_hex(got, sizeof got), to_hex(want, sizeof want))
                << "stream " << i << " of " << alone.size();
        }
    }
};

// Returns pieces of a buffer: empty, shorter than a block, about whole blocks, or long.
std::vector<og_message> random_pieces(const Bytes &data, std::size_t n, Rng &rng) {
    std::vector<og_message> pieces;
    const std::size_t most = rng.below(3) == 0 ? 70 : data.size();
    for (std::size_t i = 0; i < n; i++) {
        std::size_t size = 0;
        switch (rng.below(5)) {
        case 0:
            break;
        case 1:
            size = rng.below(64);
            break;
        case 2:
            size = 64 * rng.below(5) + rng.below(3);
            break;
        default:
            size = rng.below(most);
        }
        size = std::min(size, data.size());
        const std::size_t at = rng.below(data.size() - size + 1);
        pieces.push_back({size == 0 && rng.coin() ? nullptr : data.data() + at, size});
    }
    return pieces;
}

template <class H> void run_rounds(std::size_t n, int rounds, const Bytes &data, Rng &rng) {
    Streams<H> streams(n);
    for (int round = 0; round < rounds; round++) {
        ASSERT_NO_FATAL_FAILURE(streams.update(random_pieces(data, n, rng)));
        ASSERT_NO_FATAL_FAILURE(streams.compare());
    }
}

TYPED_TEST(UpdateMany, EveryNumberOfStreams) {
    using H = TypeParam;
    for (const std::string &stem : stems_and_dispatch(lanes_op<H>())) {
        SCOPED_TRACE(stem);
        const Forced lanes(lanes_op<H>(), stem);
        Rng rng(71, stem, 0);
        const Bytes data = rng.bytes(2000);
        for (std::size_t n = 1; n <= 70; n++) ASSERT_NO_FATAL_FAILURE(run_rounds<H>(n, 5, data, rng));
    }
}

// Pieces that are long enough to be sorted.
TYPED_TEST(UpdateMany, LongPieces) {
    using H = TypeParam;
    for (const std::string &stem : stems_and_dispatch(lanes_op<H>())) {
        SCOPED_TRACE(stem);
        const Forced lanes(lanes_op<H>(), stem);
        Rng rng(72, stem, 0);
        const Bytes data = rng.bytes(20000);
        for (std::size_t n : {2u, 5u, 16u, 33u}) ASSERT_NO_FATAL_FAILURE(run_rounds<H>(n, 3, data, rng));
    }
}

TYPED_TEST(UpdateMany, WithEveryKernelForTheRest) {
    using H = TypeParam;
    Rng rng(73);
    const Bytes data = rng.bytes(3000);
    for (const std::string &stem : stems(H::op)) {
        SCOPED_TRACE(stem);
        const Forced forced(H::op, stem);
        ASSERT_NO_FATAL_FAILURE(run_rounds<H>(11, 4, data, rng));
    }
}

// Every number of bytes in the partial block, with every length of the piece up to two blocks.
TYPED_TEST(UpdateMany, EveryPartialBlock) {
    using H = TypeParam;
    Rng rng(74);
    const Bytes data = rng.bytes(300);
    for (std::size_t size = 0; size <= 130; size++) {
        Streams<H> streams(64);
        std::vector<og_message> first, second(64, {data.data() + 7, size});
        for (std::size_t held = 0; held < 64; held++) first.push_back({data.data() + 100, held});
        ASSERT_NO_FATAL_FAILURE(streams.update(first));
        ASSERT_NO_FATAL_FAILURE(streams.update(second));
        ASSERT_NO_FATAL_FAILURE(streams.compare());
    }
}

// A wrong argument for any stream gives an error with its index, and no context changes.
TYPED_TEST(UpdateMany, AllOrNothing) {
    using H = TypeParam;
    using Context = typename H::Context;
    Rng rng(75);
    const Bytes data = rng.bytes(200);
    for (std::size_t n : {1u, 2u, 5u, 40u, 300u})
        for (std::size_t bad = 0; bad < n; bad += n < 50 ? 1 : 77) {
            Streams<H> streams(n);
            ASSERT_NO_FATAL_FAILURE(streams.update(random_pieces(data, n, rng)));
            const std::vector<Context> before = streams.together;
            const auto refused = [&](int status, std::size_t index, const std::vector<Context *> &contexts,
                                     const std::vector<og_message> &pieces) {
                std::size_t which = n + 1;
                EXPECT_EQ(H::update_many(contexts.data(), pieces.data(), n, &which), status);
                EXPECT_EQ(which, index);
                EXPECT_EQ(std::memcmp(before.data(), streams.together.data(), n * sizeof(Context)), 0);
            };
            const std::vector<og_message> good(n, {data.data(), data.size()});
            std::vector<og_message> pieces = good;
            std::vector<Context *> contexts = streams.pointers;
            pieces[bad] = {nullptr, 1};
            refused(OG_ERR_NULL, bad, contexts, pieces);
            pieces[bad] = {data.data(), SIZE_MAX};
            refused(OG_ERR_TOO_LONG, bad, contexts, pieces);
            contexts[bad] = nullptr;
            refused(OG_ERR_NULL, bad, contexts, good);
            for (std::size_t other : {std::size_t{0}, n / 2, n - 1}) {
                if (other == bad) continue;
                contexts[bad] = streams.pointers[other];
                refused(OG_ERR_ARGUMENT, std::max(bad, other), contexts, good);
            }
        }
    EXPECT_EQ(H::update_many(nullptr, nullptr, 0, nullptr), OG_OK);
}

// A message cannot become longer than the standard allows.
TYPED_TEST(UpdateMany, TooLong) {
    using H = TypeParam;
    Streams<H> streams(3);
    if constexpr (std::is_same_v<H, Sha1>)
        streams.together[1].bytes = (std::uint64_t{1} << 61) - 3;
    else
        for (std::uint64_t &word : streams.together[1].bits)
            word = &word == streams.together[1].bits ? UINT64_MAX - 15 : UINT64_MAX;
    const std::vector<og_message> pieces = {{"abc", 3}, {"abc", 3}, {"abc", 3}};
    const std::vector<typename H::Context> before = streams.together;
    std::size_t bad = 9;
    EXPECT_EQ(H::update_many(streams.pointers.data(), pieces.data(), 3, &bad), OG_ERR_TOO_LONG);
    EXPECT_EQ(bad, 1u);
    EXPECT_EQ(std::memcmp(before.data(), streams.together.data(), 3 * sizeof before[0]), 0);
}

}  // namespace

}  // namespace og::test
