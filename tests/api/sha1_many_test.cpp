// SPDX-License-Identifier: MIT
// og_sha1_many: every number of messages, any mixture of lengths, every kernel for lanes and for
// what is left of them, against the oracle, og_sha1 on the reference kernel, and OpenSSL.
#include "support.hpp"

#include <check/oracle.hpp>
#include <openssl/evp.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace og::test {

namespace {

using Digest = std::array<std::uint8_t, OG_SHA1_DIGEST_SIZE>;

// Where padding changes its shape, and where messages are no longer laid out whole.
const std::vector<std::size_t> edges = {0,   1,   20,  54,  55,  56,  57,  63,  64,  65,  118, 119,
                                        120, 127, 128, 129, 183, 184, 191, 192, 246, 247, 248, 255,
                                        256, 257, 311, 312, 319, 320, 1023, 1024};

Digest by_openssl(const Bytes &message) {
    Digest digest;
    unsigned size = 0;
    EXPECT_EQ(EVP_Digest(message.data(), message.size(), digest.data(), &size, EVP_sha1(), nullptr),
              1);
    EXPECT_EQ(size, digest.size());
    return digest;
}

Digest by_reference(const Bytes &message) {
    Digest digest;
    EXPECT_EQ(og_force_kernel("sha1.blocks", "sha1_c_ref"), OG_OK);
    EXPECT_EQ(og_sha1(message.data(), message.size(), digest.data()), OG_OK);
    EXPECT_EQ(og_force_kernel("sha1.blocks", nullptr), OG_OK);
    return digest;
}

// The messages' digests. A guard in front and behind shows writes to digests that are nobody's.
std::vector<Digest> many(const std::vector<Bytes> &messages) {
    std::vector<og_message> views;
    for (const Bytes &m : messages) views.push_back({m.empty() ? nullptr : m.data(), m.size()});
    const std::vector<og_message> before = views;
    Digest guard;
    guard.fill(0xa5);
    std::vector<Digest> digests(messages.size() + 2, guard);
    auto *out = reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests[1].data());
    EXPECT_EQ(og_sha1_many(views.data(), views.size(), out), OG_OK);
    EXPECT_EQ(digests.front(), guard);
    EXPECT_EQ(digests.back(), guard);
    for (std::size_t i = 0; i < views.size(); i++) {
        EXPECT_EQ(views[i].data, before[i].data);
        EXPECT_EQ(views[i].len, before[i].len);
    }
    return {digests.begin() + 1, digests.end() - 1};
}

std::vector<Bytes> random_messages(const std::vector<std::size_t> &lengths, Rng &rng) {
    std::vector<Bytes> messages;
    for (std::size_t length : lengths) messages.push_back(rng.bytes(length));
    return messages;
}

void expect_all(const std::vector<Bytes> &messages, const std::string &what) {
    const std::vector<Digest> digests = many(messages);
    for (std::size_t i = 0; i < messages.size(); i++)
        ASSERT_EQ(to_hex(digests[i].data(), 20), to_hex(by_openssl(messages[i]).data(), 20))
            << what << ": message " << i << " of " << messages.size() << ", "
            << messages[i].size() << " bytes";
}

// Every kernel for lanes, and "": what dispatch chooses, which narrows as messages end.
std::vector<std::string> choices() {
    std::vector<std::string> all = stems("sha1.lanes");
    all.push_back("");
    return all;
}

// While it lives, this kernel serves sha1.lanes at every size; "" changes nothing.
class Lanes {
public:
    explicit Lanes(const std::string &stem) {
        if (!stem.empty()) EXPECT_EQ(og_force_kernel("sha1.lanes", stem.c_str()), OG_OK);
    }
    ~Lanes() { og_force_kernel("sha1.lanes", nullptr); }
};

TEST(Sha1Many, EveryNumberOfMessages) {
    for (const std::string &stem : choices()) {
        const Lanes lanes(stem);
        Rng rng(41, stem, 0);
        for (std::size_t n = 0; n <= 40; n++) {
            std::vector<std::size_t> equal(n, 100), mixed(n), edge(n);
            for (std::size_t i = 0; i < n; i++) {
                mixed[i] = rng.below(700);
                edge[i] = edges[(i + n) % edges.size()];
            }
            expect_all(random_messages(equal, rng), stem + ", equal lengths");
            expect_all(random_messages(mixed, rng), stem + ", random lengths");
            expect_all(random_messages(edge, rng), stem + ", lengths around the blocks");
        }
    }
}

TEST(Sha1Many, EveryLengthUpToFiveBlocks) {
    for (const std::string &stem : choices()) {
        const Lanes lanes(stem);
        Rng rng(42, stem, 0);
        std::vector<std::size_t> lengths(321);
        std::iota(lengths.begin(), lengths.end(), std::size_t{0});
        expect_all(random_messages(lengths, rng), stem);
        std::reverse(lengths.begin(), lengths.end());
        expect_all(random_messages(lengths, rng), stem + ", longest first");
    }
}

// Long enough to be put in order, and more messages than are.
TEST(Sha1Many, ShortBesideLong) {
    for (const std::string &stem : choices()) {
        const Lanes lanes(stem);
        Rng rng(43, stem, 0);
        for (std::size_t n : {2u, 3u, 5u, 9u, 63u, 64u, 65u, 130u}) {
            std::vector<std::size_t> lengths(n);
            for (std::size_t &length : lengths)
                length = rng.below(8) == 0 ? rng.below(60000) : rng.below(300);
            lengths[rng.below(n)] = 4096 + rng.below(9000);
            expect_all(random_messages(lengths, rng), stem);
        }
    }
}

// The same messages in another order give the same digests in that order.
TEST(Sha1Many, OrderIsTheCallers) {
    Rng rng(44);
    std::mt19937 shuffler(44);
    std::vector<std::size_t> lengths;
    for (int i = 0; i < 90; i++) lengths.push_back(rng.below(6000));
    std::vector<Bytes> messages = random_messages(lengths, rng);
    const std::vector<Digest> straight = many(messages);
    std::vector<std::size_t> order(messages.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (int round = 0; round < 10; round++) {
        std::shuffle(order.begin(), order.end(), shuffler);
        std::vector<Bytes> permuted;
        for (std::size_t i : order) permuted.push_back(messages[i]);
        const std::vector<Digest> digests = many(permuted);
        for (std::size_t i = 0; i < order.size(); i++) ASSERT_EQ(digests[i], straight[order[i]]);
    }
}

// The kernel that takes the last message over, whichever it is.
TEST(Sha1Many, WithEveryKernelForTheRest) {
    Rng rng(45);
    for (const std::string &stem : stems("sha1.blocks")) {
        const Forced forced("sha1.blocks", stem);
        std::vector<std::size_t> lengths;
        for (int i = 0; i < 11; i++) lengths.push_back(rng.below(5000));
        expect_all(random_messages(lengths, rng), stem);
    }
}

TEST(Sha1Many, AgreesWithTheReference) {
    Rng rng(46);
    for (std::size_t n : {1u, 2u, 7u, 33u}) {
        std::vector<std::size_t> lengths(n);
        for (std::size_t &length : lengths) length = edges[rng.below(edges.size())];
        const std::vector<Bytes> messages = random_messages(lengths, rng);
        const std::vector<Digest> digests = many(messages);
        for (std::size_t i = 0; i < n; i++) {
            EXPECT_EQ(digests[i], by_reference(messages[i]));
            const Bytes oracle = check::oracle::sha1(messages[i]);
            EXPECT_TRUE(std::equal(oracle.begin(), oracle.end(), digests[i].begin()));
        }
    }
}

// Messages may share their bytes.
TEST(Sha1Many, OneMessageManyTimes) {
    Rng rng(47);
    const Bytes data = rng.bytes(1000);
    std::vector<og_message> views;
    for (std::size_t i = 0; i < 50; i++) views.push_back({data.data() + i, data.size() - 2 * i});
    std::vector<Digest> digests(views.size());
    auto *out = reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests[0].data());
    ASSERT_EQ(og_sha1_many(views.data(), views.size(), out), OG_OK);
    for (std::size_t i = 0; i < views.size(); i++) {
        const auto *start = static_cast<const std::uint8_t *>(views[i].data);
        EXPECT_EQ(digests[i], by_openssl(Bytes(start, start + views[i].len)));
    }
}

// A bad argument anywhere: an error, and no digest is touched.
TEST(Sha1Many, AllOrNothing) {
    Rng rng(48);
    const Bytes data = rng.bytes(100);
    const Digest untouched = {1, 2, 3};
    for (std::size_t n : {1u, 2u, 5u, 40u})
        for (std::size_t bad = 0; bad < n; bad++)
            for (const og_message &wrong : {og_message{nullptr, 1}, og_message{data.data(), SIZE_MAX}}) {
                if (wrong.data && sizeof(std::size_t) < 8) continue;    // no such length
                std::vector<og_message> views(n, {data.data(), data.size()});
                views[bad] = wrong;
                std::vector<Digest> digests(n, untouched);
                auto *out = reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests[0].data());
                EXPECT_EQ(og_sha1_many(views.data(), n, out),
                          wrong.data ? OG_ERR_TOO_LONG : OG_ERR_NULL);
                for (const Digest &digest : digests) EXPECT_EQ(digest, untouched);
            }
    EXPECT_EQ(og_sha1_many(nullptr, 0, nullptr), OG_OK);
    EXPECT_EQ(og_sha1_many(nullptr, 1, nullptr), OG_ERR_NULL);
}

// Every kernel fits the schedule: one of more lanes than it has would silently never serve.
TEST(Sha1Many, EveryKernelIsWideEnoughAndNotTooWide) {
    for (const std::string &stem : stems("sha1.lanes")) {
        const og_kernel *kernel = og_kernel_find("sha1.lanes", stem.c_str());
        EXPECT_GE(kernel->lanes, 2u) << stem;
        EXPECT_LE(kernel->lanes, 8u) << stem;
        EXPECT_LE(kernel->min_size, 64u * kernel->lanes) << stem;
    }
}

}  // namespace

}  // namespace og::test
