// SPDX-License-Identifier: MIT
// Messages in two parts, in one call of SHA-1 with and without detection.
#include "hash.hpp"

#include <cstring>

namespace og::test {

namespace {

struct Plain {
    static constexpr const char *family = "sha1.", *op = "sha1.blocks";
    static constexpr auto once = og_sha1_two_part;
};

// Leaves ones on the stack where the next call of og_sha1dc_two_part joins the parts of a short message.
void leave_ones() {
    static const Bytes ones(375, 0xff);
    std::uint8_t digest[OG_SHA1_DIGEST_SIZE];
    og_sha1dc_verdict verdict;
    EXPECT_EQ(og_sha1dc(ones.data(), ones.size(), OG_SHA1DC_NO_WIPE, digest, &verdict), OG_OK);
}

template <unsigned flags> struct Detecting {
    static constexpr const char *family = "sha1dc.", *op = "sha1dc.blocks";
    static int once(const og_two_part *message, std::uint8_t *digest) {
        og_sha1dc_verdict verdict = {0, 1};
        leave_ones();
        const int status = og_sha1dc_two_part(message, flags, digest, &verdict);
        if (status == OG_OK) {
            EXPECT_EQ(verdict.vector, -1);
            EXPECT_EQ(verdict.at, 0u);
        }
        return status;
    }
};

template <typename H> class TwoPart : public testing::Test {};
using Calls = testing::Types<Plain, Detecting<0>, Detecting<OG_SHA1DC_SAFE_HASH | OG_SHA1DC_NO_WIPE>>;
TYPED_TEST_SUITE(TwoPart, Calls);

// Returns the digest of two copies, each in memory of its own size.
template <typename H> std::string hashed(const Bytes &message, std::size_t cut) {
    const Bytes head(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(cut));
    const Bytes body(message.begin() + static_cast<std::ptrdiff_t>(cut), message.end());
    const og_two_part parts = {cut > 0 ? head.data() : nullptr, head.size(),
                               body.empty() ? nullptr : body.data(), body.size()};
    std::uint8_t digest[OG_SHA1_DIGEST_SIZE];
    EXPECT_EQ(H::once(&parts, digest), OG_OK);
    return to_hex(digest, sizeof digest);
}

TYPED_TEST(TwoPart, EverySplit) {
    Rng rng(95);
    for (std::size_t size = 0; size <= 200; size++) {
        const Bytes message = rng.bytes(size);
        const std::string want = once<Sha1>(message);
        for (std::size_t cut = 0; cut <= size; cut++)
            ASSERT_EQ(hashed<TypeParam>(message, cut), want) << cut << " of " << size;
    }
}

// About the size up to which detection joins the parts, and beyond, with every kernel.
TYPED_TEST(TwoPart, LongMessages) {
    Rng rng(96);
    for (std::size_t size : {374, 375, 376, 440, 1000, 5000}) {
        const Bytes message = rng.bytes(size);
        const std::string want = once<Sha1>(message);
        for (const std::string &stem : stems(TypeParam::op)) {
            const Forced forced(TypeParam::family, stem);
            for (std::size_t cut : {std::size_t{0}, std::size_t{1}, std::size_t{10}, std::size_t{63},
                                    std::size_t{64}, std::size_t{200}, size - 1, size})
                ASSERT_EQ(hashed<TypeParam>(message, cut), want) << stem << ", " << cut << " of " << size;
        }
    }
}

TYPED_TEST(TwoPart, WrongCalls) {
    const std::uint8_t byte = 0;
    std::uint8_t digest[OG_SHA1_DIGEST_SIZE], before[OG_SHA1_DIGEST_SIZE];
    std::memset(digest, 0x5a, sizeof digest);
    std::memcpy(before, digest, sizeof before);
    const auto once = [&](og_two_part message) { return TypeParam::once(&message, digest); };
    EXPECT_EQ(TypeParam::once(nullptr, digest), OG_ERR_NULL);
    EXPECT_EQ(once({nullptr, 1, &byte, 1}), OG_ERR_NULL);
    EXPECT_EQ(once({&byte, 1, nullptr, 1}), OG_ERR_NULL);
    const og_two_part good = {&byte, 1, &byte, 1};
    EXPECT_EQ(TypeParam::once(&good, nullptr), OG_ERR_NULL);
    if (sizeof(std::size_t) == 8) {
        const auto most = static_cast<std::size_t>((std::uint64_t{1} << 61) - 1);
        EXPECT_EQ(once({&byte, most, &byte, 1}), OG_ERR_TOO_LONG);
        EXPECT_EQ(once({&byte, 1, &byte, most}), OG_ERR_TOO_LONG);
        EXPECT_EQ(once({&byte, SIZE_MAX, &byte, 1}), OG_ERR_TOO_LONG);
        EXPECT_EQ(once({&byte, SIZE_MAX, &byte, SIZE_MAX}), OG_ERR_TOO_LONG);
        EXPECT_EQ(once({&byte, most + 1, nullptr, 0}), OG_ERR_TOO_LONG);
    }
    EXPECT_EQ(std::memcmp(digest, before, sizeof digest), 0) << "nothing written";
}

TEST(TwoPartOfDetection, WrongCalls) {
    const std::uint8_t byte = 0;
    const og_two_part good = {&byte, 1, &byte, 1};
    std::uint8_t digest[OG_SHA1_DIGEST_SIZE];
    og_sha1dc_verdict verdict;
    EXPECT_EQ(og_sha1dc_two_part(&good, 0, digest, nullptr), OG_ERR_NULL);
    EXPECT_EQ(og_sha1dc_two_part(&good, 16, digest, &verdict), OG_ERR_ARGUMENT);
}

}  // namespace

}  // namespace og::test
