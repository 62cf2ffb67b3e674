// SPDX-License-Identifier: MIT
// Saved states of running hashes: every length, every kernel, every damage.
#include "hash.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace og::test {

namespace {

struct SavedSha1 : Sha1 {
    using Plain = Sha1;
    static constexpr std::size_t state_size = OG_SHA1_STATE_SIZE, counter = 28, counter_size = 8;
    static constexpr auto save = og_sha1_export;
    static constexpr auto restore = og_sha1_import;
    static constexpr const char *abc = "4f475331"
                                       "00000001"
                                       "67452301efcdab8998badcfe10325476c3d2e1f0"
                                       "0000000000000003"
                                       "616263";
};

struct SavedWhirlpool : Whirlpool {
    using Plain = Whirlpool;
    static constexpr std::size_t state_size = OG_WHIRLPOOL_STATE_SIZE, counter = 72, counter_size = 32;
    static constexpr auto save = og_whirlpool_export;
    static constexpr auto restore = og_whirlpool_import;
    static constexpr const char *abc =
        "4f475750"
        "00000001"
        "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
        "000000000000000000000000000000000000000000000000"
        "0000000000000000000000000000000000000000000000000000000000000018"
        "616263";
};

// Detection behind the face of a plain hash.
struct SavedSha1dc : Sha1 {
    using Plain = Sha1;
    using Context = og_sha1dc_ctx;
    static constexpr std::size_t state_size = OG_SHA1DC_STATE_SIZE, counter = 28, counter_size = 8;
    static constexpr const char *op = "sha1dc.blocks", *family = "sha1dc.", *reference = "sha1dc_c_ref";
    static constexpr auto update = og_sha1dc_update;
    static constexpr auto save = og_sha1dc_export;
    static constexpr auto restore = og_sha1dc_import;
    static int init(Context *ctx) { return og_sha1dc_init(ctx, 0); }
    static int final(Context *ctx, std::uint8_t *digest) {
        og_sha1dc_verdict verdict;
        return og_sha1dc_final(ctx, digest, &verdict);
    }
    static constexpr const char *abc = "4f475344"
                                       "00000001"
                                       "67452301efcdab8998badcfe10325476c3d2e1f0"
                                       "0000000000000003"
                                       "616263";
};

template <class H> class State : public testing::Test {};
using Saved = testing::Types<SavedSha1, SavedSha1dc, SavedWhirlpool>;
TYPED_TEST_SUITE(State, Saved);

template <class H> Bytes saved(const typename H::Context &ctx) {
    Bytes state(H::state_size);
    EXPECT_EQ(H::save(&ctx, state.data()), OG_OK);
    return state;
}

template <class H> typename H::Context begun(const Bytes &message) {
    typename H::Context ctx;
    EXPECT_EQ(H::init(&ctx), OG_OK);
    EXPECT_EQ(H::update(&ctx, message.data(), message.size()), OG_OK);
    return ctx;
}

// Gives a state the check that its bytes call for.
void mend_check(Bytes &state) {
    const Bytes digest = check::oracle::sha1(Bytes(state.begin(), state.end() - 4));
    std::copy_n(digest.begin(), 4, state.end() - 4);
}

// Expects that import refuses state, and leaves the context as it was.
template <class H> void expect_refused(const Bytes &state, const std::string &what) {
    const typename H::Context before = begun<H>({1, 2, 3});
    typename H::Context ctx = before;
    EXPECT_EQ(H::restore(&ctx, state.data()), OG_ERR_STATE) << what;
    EXPECT_EQ(std::memcmp(&ctx, &before, sizeof ctx), 0) << what;
}

TYPED_TEST(State, BytesAreFixed) {
    Bytes expected = from_hex(TypeParam::abc);
    expected.resize(TypeParam::state_size);
    mend_check(expected);
    const Bytes text = {'a', 'b', 'c'};
    EXPECT_EQ(to_hex(saved<TypeParam>(begun<TypeParam>(text))), to_hex(expected));
}

TYPED_TEST(State, EveryLengthGoesOnUnderAnotherKernel) {
    Rng rng(91);
    const Bytes message = rng.bytes(1000);
    const std::string whole = once<typename TypeParam::Plain>(message);
    const auto all = stems(TypeParam::op);
    for (std::size_t at = 0; at <= 500; at++) {
        Bytes state;
        {
            const Forced forced(TypeParam::family, all[at % all.size()]);
            const auto ctx = begun<TypeParam>(Bytes(message.begin(), message.begin() + at));
            state = saved<TypeParam>(ctx);
        }
        typename TypeParam::Context ctx;
        std::memset(&ctx, 0xa5, sizeof ctx);
        const Forced forced(TypeParam::family, all[(at + 1) % all.size()]);
        ASSERT_EQ(TypeParam::restore(&ctx, state.data()), OG_OK);
        EXPECT_EQ(to_hex(saved<TypeParam>(ctx)), to_hex(state)) << at;
        ASSERT_EQ(TypeParam::update(&ctx, message.data() + at, message.size() - at), OG_OK);
        std::uint8_t digest[TypeParam::digest_size];
        ASSERT_EQ(TypeParam::final(&ctx, digest), OG_OK);
        ASSERT_EQ(to_hex(digest, sizeof digest), whole) << at;
    }
}

TYPED_TEST(State, EveryLengthIsFinished) {
    Rng rng(95);
    for (std::size_t size = 0; size <= 200; size++) {
        const Bytes message = rng.bytes(size);
        auto ctx = begun<TypeParam>(message);
        std::uint8_t digest[TypeParam::digest_size];
        ASSERT_EQ(TypeParam::final(&ctx, digest), OG_OK);
        ASSERT_EQ(to_hex(digest, sizeof digest), once<typename TypeParam::Plain>(message)) << size;
    }
}

TYPED_TEST(State, EveryFlippedBitIsRefused) {
    Rng rng(92);
    for (std::size_t size : {0, 1, 63, 64, 100}) {
        const Bytes state = saved<TypeParam>(begun<TypeParam>(rng.bytes(size)));
        for (std::size_t bit = 0; bit < 8 * state.size(); bit++) {
            Bytes damaged = state;
            damaged[bit / 8] ^= 1 << bit % 8;
            expect_refused<TypeParam>(damaged, "bit " + std::to_string(bit));
        }
    }
}

// States whose check is right, to which no message leads.
TYPED_TEST(State, ImpossibleOnesAreRefused) {
    Rng rng(93);
    const auto changed = [&](std::size_t size, std::size_t at, std::uint8_t value) {
        Bytes state = saved<TypeParam>(begun<TypeParam>(rng.bytes(size)));
        state[at] ^= value;
        mend_check(state);
        return state;
    };
    constexpr std::size_t last = TypeParam::counter + TypeParam::counter_size;
    expect_refused<TypeParam>(changed(10, 0, 1), "another name");
    expect_refused<TypeParam>(changed(10, 7, 3), "another version");
    expect_refused<TypeParam>(changed(10, 8, 1), "a chaining value before the first block");
    expect_refused<TypeParam>(changed(63, 8, 1), "a chaining value before the first block");
    expect_refused<TypeParam>(changed(70, last + 6, 1), "a tail beyond the count");
    expect_refused<TypeParam>(changed(64, last + 63, 0x80), "a tail beyond the count");
    if (TypeParam::counter_size == 8)
        expect_refused<TypeParam>(changed(70, TypeParam::counter, 0x20), "a count beyond the standard's");
    else
        expect_refused<TypeParam>(changed(70, last - 1, 1), "a part of a byte");
}

TEST(StateOfDetection, ImpossibleOnesAreRefused) {
    Rng rng(94);
    const Bytes good = saved<SavedSha1dc>(begun<SavedSha1dc>(rng.bytes(200)));
    constexpr std::size_t flags = 100, vector = 104, at = 108;
    const auto with = [&](std::vector<std::pair<std::size_t, std::uint8_t>> changes) {
        Bytes state = good;
        for (const auto &[where, value] : changes) state[where] = value;
        mend_check(state);
        return state;
    };
    expect_refused<SavedSha1dc>(with({{flags + 3, 16}}), "a flag that there is not");
    expect_refused<SavedSha1dc>(with({{flags, 0x80}}), "a flag that there is not");
    expect_refused<SavedSha1dc>(with({{vector + 3, 33}}), "a vector that there is not");
    expect_refused<SavedSha1dc>(with({{vector, 0x80}}), "a vector below all numbers");
    expect_refused<SavedSha1dc>(with({{at + 7, 64}}), "a place without an attack");
    expect_refused<SavedSha1dc>(with({{vector + 3, 1}, {at + 7, 1}}), "a place inside a block");
    expect_refused<SavedSha1dc>(with({{vector + 3, 1}, {at + 7, 192}}), "a place beyond the blocks");
    og_sha1dc_ctx ctx;
    EXPECT_EQ(og_sha1dc_import(&ctx, with({{vector + 3, 32}, {at + 7, 128}}).data()), OG_OK);
    EXPECT_EQ(ctx.verdict.vector, 31);
    EXPECT_EQ(ctx.verdict.at, 128u);
}

// The longest message, and one byte more.
template <class H> void expect_the_longest_to_be_saved() {
    typename H::Context ctx = begun<H>({}), restored;
    ctx.bytes = (std::uint64_t{1} << 61) - 1;
    Bytes state = saved<H>(ctx);
    EXPECT_EQ(H::restore(&restored, state.data()), OG_OK);
    EXPECT_EQ(restored.bytes, ctx.bytes);
    std::uint8_t digests[2][H::digest_size];
    EXPECT_EQ(H::final(&ctx, digests[0]), OG_OK);
    EXPECT_EQ(H::final(&restored, digests[1]), OG_OK);
    EXPECT_EQ(to_hex(digests[0], H::digest_size), to_hex(digests[1], H::digest_size));
    std::fill_n(state.begin() + H::counter, H::counter_size, std::uint8_t{0});
    state[H::counter] = 0x20;
    mend_check(state);
    expect_refused<H>(state, "2^61 bytes");
}

TEST(StateAtTheLimit, OfSha1) { expect_the_longest_to_be_saved<SavedSha1>(); }
TEST(StateAtTheLimit, OfDetection) { expect_the_longest_to_be_saved<SavedSha1dc>(); }

// A context without a message: its state could never be restored.
template <class H> void expect_nothing_to_save(const typename H::Context &ctx, const std::string &what) {
    Bytes state(H::state_size, 0x5a);
    EXPECT_EQ(H::save(&ctx, state.data()), OG_ERR_STATE) << what;
    EXPECT_EQ(state, Bytes(H::state_size, 0x5a)) << what;
}

TEST(StateOfNoMessage, IsNotSaved) {
    std::uint8_t digest[OG_SHA1_DIGEST_SIZE];
    auto sha1 = begun<SavedSha1>({1, 2, 3});
    ASSERT_EQ(og_sha1_final(&sha1, digest), OG_OK);
    expect_nothing_to_save<SavedSha1>(sha1, "a finished context");
    auto sha1dc = begun<SavedSha1dc>({1, 2, 3});
    ASSERT_EQ(SavedSha1dc::final(&sha1dc, digest), OG_OK);
    expect_nothing_to_save<SavedSha1dc>(sha1dc, "a finished context");
    for (const std::size_t size : {3u, 100u, 124u}) {  // a kept context is not wiped
        const Bytes message(size, 1);
        ASSERT_EQ(og_sha1dc_init(&sha1dc, OG_SHA1DC_NO_WIPE), OG_OK);
        ASSERT_EQ(og_sha1dc_update(&sha1dc, message.data(), size), OG_OK);
        ASSERT_EQ(SavedSha1dc::final(&sha1dc, digest), OG_OK);
        expect_nothing_to_save<SavedSha1dc>(sha1dc, "a finished context that is kept");
        EXPECT_EQ(og_sha1dc_update(&sha1dc, message.data(), 1), OG_ERR_TOO_LONG);
    }
    sha1dc = begun<SavedSha1dc>({1, 2, 3});
    sha1dc.verdict.vector = std::numeric_limits<int>::max();
    expect_nothing_to_save<SavedSha1dc>(sha1dc, "a vector that there is not");
    auto whirlpool = begun<SavedWhirlpool>({1, 2, 3});
    whirlpool.bits[0]++;
    expect_nothing_to_save<SavedWhirlpool>(whirlpool, "a part of a byte");
}

TYPED_TEST(State, Null) {
    auto ctx = begun<TypeParam>({});
    Bytes state(TypeParam::state_size);
    EXPECT_EQ(TypeParam::save(nullptr, state.data()), OG_ERR_NULL);
    EXPECT_EQ(TypeParam::save(&ctx, nullptr), OG_ERR_NULL);
    EXPECT_EQ(TypeParam::restore(nullptr, state.data()), OG_ERR_NULL);
    EXPECT_EQ(TypeParam::restore(&ctx, nullptr), OG_ERR_NULL);
}

}  // namespace

}  // namespace og::test
