// SPDX-License-Identifier: MIT
// HMAC and PBKDF2: the vectors of the RFCs, OpenSSL and libgcrypt over random parameters with every
// kernel, and wrong calls.
#include "hash.hpp"
#include "providers.hpp"

#include <gcrypt.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace og::test {

namespace {

struct HmacSha1 {
    using Hash = Sha1;
    static constexpr og_hash id = OG_HASH_SHA1;
    static constexpr int gcrypt = GCRY_MD_SHA1, gcrypt_mac = GCRY_MAC_HMAC_SHA1;
};

struct HmacWhirlpool {
    using Hash = Whirlpool;
    static constexpr og_hash id = OG_HASH_WHIRLPOOL;
    static constexpr int gcrypt = GCRY_MD_WHIRLPOOL, gcrypt_mac = GCRY_MAC_HMAC_WHIRLPOOL;
};

template <typename M> class Kdf : public testing::Test {};
using Macs = testing::Types<HmacSha1, HmacWhirlpool>;
TYPED_TEST_SUITE(Kdf, Macs);

Bytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

std::string hmac(og_hash hash, const Bytes &key, const Bytes &message) {
    std::uint8_t mac[OG_WHIRLPOOL_DIGEST_SIZE];
    EXPECT_EQ(og_hmac(hash, key.data(), key.size(), message.data(), message.size(), mac), OG_OK);
    return to_hex(mac, og_hash_size(hash));
}

std::string hmac_streamed(og_hash hash, const Bytes &key, const Bytes &message,
                          const std::vector<std::size_t> &parts) {
    og_hmac_ctx ctx;
    std::uint8_t mac[OG_WHIRLPOOL_DIGEST_SIZE];
    EXPECT_EQ(og_hmac_init(&ctx, hash, key.data(), key.size()), OG_OK);
    std::size_t at = 0;
    for (std::size_t part : parts) {
        EXPECT_EQ(og_hmac_update(&ctx, message.data() + at, part), OG_OK);
        at += part;
    }
    EXPECT_EQ(og_hmac_final(&ctx, mac), OG_OK);
    return to_hex(mac, og_hash_size(hash));
}

std::string pbkdf2(og_hash hash, const Bytes &password, const Bytes &salt, std::uint64_t iterations,
                   std::size_t size) {
    Bytes out(size + 1, 0x5a);  // the last byte must stay
    EXPECT_EQ(og_pbkdf2(hash, password.data(), password.size(), salt.data(), salt.size(), iterations,
                        out.data(), size),
              OG_OK);
    EXPECT_EQ(out.back(), 0x5a);
    return to_hex(out.data(), size);
}

struct MacVector {
    Bytes key, message;
    const char *mac;
};

// RFC 2202, section 3.
const std::vector<MacVector> &rfc2202() {
    static const std::vector<MacVector> vectors = [] {
        Bytes counted(25);
        for (std::size_t i = 0; i < counted.size(); i++) counted[i] = static_cast<std::uint8_t>(i + 1);
        const Bytes long_key(80, 0xaa);
        return std::vector<MacVector>{
            {Bytes(20, 0x0b), bytes_of("Hi There"), "b617318655057264e28bc0b6fb378c8ef146be00"},
            {bytes_of("Jefe"), bytes_of("what do ya want for nothing?"),
             "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"},
            {Bytes(20, 0xaa), Bytes(50, 0xdd), "125d7342b9ac11cd91a39af48aa17b4f63f175d3"},
            {counted, Bytes(50, 0xcd), "4c9007f4026250c6bc8414f9bf50c86c2d7235da"},
            {Bytes(20, 0x0c), bytes_of("Test With Truncation"), "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"},
            {long_key, bytes_of("Test Using Larger Than Block-Size Key - Hash Key First"),
             "aa4ae5e15272d00e95705637ce8a3b55ed402112"},
            {long_key, bytes_of("Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data"),
             "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"},
        };
    }();
    return vectors;
}

TEST(HmacVectors, Rfc2202) {
    for (const std::string &stem : stems("sha1.blocks")) {
        const Forced forced("sha1.", stem);
        for (const MacVector &v : rfc2202()) EXPECT_EQ(hmac(OG_HASH_SHA1, v.key, v.message), v.mac) << stem;
    }
}

struct KdfVector {
    std::string_view password, salt;
    std::uint64_t iterations;
    const char *key;
};

// RFC 6070, section 2, but for the one of 2^24 iterations, which is below.
constexpr KdfVector rfc6070[] = {
    {"password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"},
    {"password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"},
    {"password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"},
    {"passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096,
     "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"},
    {{"pass\0word", 9}, {"sa\0lt", 5}, 4096, "56fa6aa75548099dcc37d7f03425e0c3"},
};

void rfc6070_with(const std::string &stem) {
    SCOPED_TRACE(stem);
    const Forced forced("sha1.", stem);
    for (const KdfVector &v : rfc6070)
        EXPECT_EQ(pbkdf2(OG_HASH_SHA1, bytes_of(v.password), bytes_of(v.salt), v.iterations,
                         std::strlen(v.key) / 2),
                  v.key);
}

TEST(Pbkdf2Vectors, Rfc6070) {
    for (const char *op : {"sha1.blocks", "sha1.lanes"})
        for (const std::string &stem : stems(op)) rfc6070_with(stem);
}

TEST(Pbkdf2Vectors, Rfc6070SixteenMillion) {
    EXPECT_EQ(pbkdf2(OG_HASH_SHA1, bytes_of("password"), bytes_of("salt"), 16777216, 20),
              "eefe3d61cd4da4e4e9945b3d6ba2158c2634e984");
}

// The first block of a longer output is the whole of a short one, so this runs in every lane.
TEST(Pbkdf2Vectors, Rfc6070InLanes) {
    for (const std::string &stem : stems("sha1.lanes")) {
        const Forced forced("sha1.", stem);
        for (std::size_t blocks = 2; blocks <= 9; blocks++)
            EXPECT_EQ(
                pbkdf2(OG_HASH_SHA1, bytes_of("password"), bytes_of("salt"), 4096, 20 * blocks).substr(0, 40),
                rfc6070[2].key)
                << stem << ", " << blocks << " blocks";
    }
}

std::string hmac_by_openssl(const char *digest, const Bytes &key, const Bytes &message) {
    std::uint8_t mac[EVP_MAX_MD_SIZE];
    std::size_t size = 0;
    const OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string("digest", const_cast<char *>(digest), 0),
        OSSL_PARAM_construct_end()};
    static const std::uint8_t nothing = 0;
    EXPECT_NE(EVP_Q_mac(nullptr, "HMAC", nullptr, digest, parameters, key.empty() ? &nothing : key.data(),
                        key.size(), message.data(), message.size(), mac, sizeof mac, &size),
              nullptr);
    return to_hex(mac, size);
}

std::string hmac_by_libgcrypt(int algorithm, const Bytes &key, const Bytes &message) {
    gcry_mac_hd_t handle = nullptr;
    std::uint8_t mac[OG_WHIRLPOOL_DIGEST_SIZE];
    std::size_t size = sizeof mac;
    EXPECT_EQ(gcry_mac_open(&handle, algorithm, 0, nullptr), 0u);
    EXPECT_EQ(gcry_mac_setkey(handle, key.data(), key.size()), 0u);
    EXPECT_EQ(gcry_mac_write(handle, message.data(), message.size()), 0u);
    EXPECT_EQ(gcry_mac_read(handle, mac, &size), 0u);
    gcry_mac_close(handle);
    return to_hex(mac, size);
}

TYPED_TEST(Kdf, HmacEveryKeySize) {
    using M = TypeParam;
    using H = typename M::Hash;
    Providers::load();
    Rng rng(1, H::op, 20);
    for (std::size_t key_size = 0; key_size <= 200; key_size++) {
        const Bytes key = rng.bytes(key_size), message = rng.bytes(rng.below(300));
        const std::string want = hmac_by_openssl(H::openssl, key, message);
        if (key_size > 0)  // libgcrypt takes no empty key
            ASSERT_EQ(hmac_by_libgcrypt(M::gcrypt_mac, key, message), want) << "the other libraries disagree";
        for (const std::string &stem : stems(H::op)) {
            const Forced forced(H::family, stem);
            ASSERT_EQ(hmac(M::id, key, message), want) << stem << ", key " << key_size;
        }
        ASSERT_EQ(hmac_streamed(M::id, key, message, random_split(message.size(), rng)), want);
    }
}

TYPED_TEST(Kdf, HmacEveryMessageSize) {
    using M = TypeParam;
    using H = typename M::Hash;
    Providers::load();
    Rng rng(2, H::op, 20);
    for (std::size_t size = 0; size <= 200; size++) {
        const Bytes key = rng.bytes(rng.below(150)), message = rng.bytes(size);
        ASSERT_EQ(hmac(M::id, key, message), hmac_by_openssl(H::openssl, key, message)) << size;
    }
}

struct Derivation {
    Bytes password, salt;
    std::uint64_t iterations;
    std::size_t size;
};

Derivation random_derivation(Rng &rng) {
    return {rng.bytes(rng.below(201)), rng.bytes(rng.below(201)), 1 + rng.below(50), 1 + rng.below(400)};
}

using Digest = std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)>;

std::string by_openssl(const Digest &digest, const Derivation &d) {
    Bytes out(d.size);
    static const std::uint8_t nothing = 0;
    EXPECT_EQ(PKCS5_PBKDF2_HMAC(
                  reinterpret_cast<const char *>(d.password.data()), static_cast<int>(d.password.size()),
                  d.salt.empty() ? &nothing : d.salt.data(), static_cast<int>(d.salt.size()),
                  static_cast<int>(d.iterations), digest.get(), static_cast<int>(d.size), out.data()),
              1);
    return to_hex(out);
}

std::string by_libgcrypt(int algorithm, const Derivation &d) {
    Bytes out(d.size);
    EXPECT_EQ(gcry_kdf_derive(d.password.data(), d.password.size(), GCRY_KDF_PBKDF2, algorithm, d.salt.data(),
                              d.salt.size(), d.iterations, d.size, out.data()),
              0u);
    return to_hex(out);
}

// "sha1." of "sha1.lanes": where its kernels are forced.
std::string family_of(std::string_view op) { return std::string(op.substr(0, op.find('.') + 1)); }

template <typename M> void differential(const char *op, std::size_t cases) {
    using H = typename M::Hash;
    Providers::load();
    const Digest digest(EVP_MD_fetch(nullptr, H::openssl, nullptr), EVP_MD_free);
    Rng rng(3, op, 20);
    for (std::size_t i = 0; i < cases; i++) {
        const Derivation d = random_derivation(rng);
        const std::string want = by_openssl(digest, d);
        if (!d.password.empty() && !d.salt.empty())  // libgcrypt takes neither empty
            ASSERT_EQ(by_libgcrypt(M::gcrypt, d), want) << "the other libraries disagree";
        for (const std::string &stem : stems(op)) {
            const Forced forced(family_of(op), stem);
            ASSERT_EQ(pbkdf2(M::id, d.password, d.salt, d.iterations, d.size), want)
                << stem << ": password " << d.password.size() << ", salt " << d.salt.size() << ", iterations "
                << d.iterations << ", output " << d.size;
        }
    }
}

TEST(Pbkdf2Differential, Sha1Blocks) { differential<HmacSha1>("sha1.blocks", 150); }
TEST(Pbkdf2Differential, Sha1Lanes) { differential<HmacSha1>("sha1.lanes", 300); }
TEST(Pbkdf2Differential, Whirlpool) { differential<HmacWhirlpool>("whirlpool.blocks", 40); }
constexpr const char *at_once = "pbkdf2.whirlpool_blocks";

TEST(Pbkdf2Differential, WhirlpoolAtOnce) {
    if (!is_served(at_once)) GTEST_SKIP() << "no kernel of " << at_once << " can run here";
    differential<HmacWhirlpool>(at_once, 200);
}

template <typename T> bool is_zero(const T &object) {
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(&object);
    return std::all_of(bytes, bytes + sizeof object, [](std::uint8_t byte) { return byte == 0; });
}

// Rows of a table: some have equal numbers of iterations, and the others end lanes at different times.
template <typename M> void many(const char *op, std::size_t cases) {
    using H = typename M::Hash;
    if (!is_served(op)) GTEST_SKIP() << "no kernel of " << op << " can run here";
    Providers::load();
    const Digest digest(EVP_MD_fetch(nullptr, H::openssl, nullptr), EVP_MD_free);
    Rng rng(6, op, 20);
    for (std::size_t i = 0; i < cases; i++) {
        std::vector<Derivation> rows(rng.below(41));
        for (Derivation &row : rows) {
            row = random_derivation(rng);
            if (i % 2 == 0) row.iterations = 7;
            if (i % 3 == 0) row.size = 1 + rng.below(og_hash_size(M::id));
        }
        std::vector<Bytes> want;
        for (const Derivation &row : rows) {
            want.push_back(from_hex(by_openssl(digest, row)));
            want.back().push_back(0x5a);  // must stay
        }
        for (const std::string &stem : stems(op)) {
            const Forced forced(family_of(op), stem);
            std::vector<Bytes> out;
            std::vector<og_pbkdf2_derivation> all;
            for (const Derivation &row : rows) out.emplace_back(row.size + 1, std::uint8_t{0x5a});
            for (std::size_t k = 0; k < rows.size(); k++)
                all.push_back({rows[k].password.data(), rows[k].password.size(), rows[k].salt.data(),
                               rows[k].salt.size(), rows[k].iterations, out[k].data(), rows[k].size});
            std::size_t bad = 99;
            ASSERT_EQ(og_pbkdf2_many(M::id, all.data(), all.size(), &bad), OG_OK);
            ASSERT_EQ(bad, all.size());
            ASSERT_EQ(out, want) << stem << ", " << rows.size() << " derivations";
        }
    }
}

TEST(Pbkdf2Differential, ManySha1Blocks) { many<HmacSha1>("sha1.blocks", 30); }
TEST(Pbkdf2Differential, ManySha1Lanes) { many<HmacSha1>("sha1.lanes", 30); }
TEST(Pbkdf2Differential, ManySha1AtOnce) { many<HmacSha1>("pbkdf2.sha1_lanes", 60); }
TEST(Pbkdf2Differential, ManyWhirlpool) { many<HmacWhirlpool>("whirlpool.blocks", 6); }
TEST(Pbkdf2Differential, ManyWhirlpoolAtOnce) { many<HmacWhirlpool>(at_once, 30); }

TEST(Pbkdf2Differential, Sha1AtOnce) {
    constexpr const char *op = "pbkdf2.sha1_lanes";
    if (!is_served(op)) GTEST_SKIP() << "no kernel of " << op << " can run here";
    differential<HmacSha1>(op, 200);
}

TYPED_TEST(Kdf, Pbkdf2ManyErrors) {
    constexpr og_hash id = TypeParam::id;
    std::uint8_t out[3][20] = {};
    const og_pbkdf2_derivation good = {"p", 1, "s", 1, 1, out[0], 20};
    const auto expect = [&](int status, std::size_t where, const og_pbkdf2_derivation &wrong) {
        const og_pbkdf2_derivation all[] = {good, wrong, wrong};
        std::size_t bad = 99;
        EXPECT_EQ(og_pbkdf2_many(id, all, 3, &bad), status);
        EXPECT_EQ(bad, where);
        EXPECT_TRUE(is_zero(out)) << "an error leaves every output unwritten";
    };
    expect(OG_ERR_NULL, 1, {nullptr, 1, "s", 1, 1, out[1], 20});
    expect(OG_ERR_NULL, 1, {"p", 1, nullptr, 1, 1, out[1], 20});
    expect(OG_ERR_NULL, 1, {"p", 1, "s", 1, 1, nullptr, 20});
    expect(OG_ERR_ARGUMENT, 1, {"p", 1, "s", 1, 0, out[1], 20});
    expect(OG_ERR_LENGTH, 1, {"p", 1, "s", 1, 1, out[1], 0});
    std::size_t bad = 99;
    EXPECT_EQ(og_pbkdf2_many(id, nullptr, 1, &bad), OG_ERR_NULL);
    EXPECT_EQ(bad, 1u);
    EXPECT_EQ(og_pbkdf2_many(id, nullptr, 0, nullptr), OG_OK);
    EXPECT_EQ(og_pbkdf2_many(static_cast<og_hash>(2), &good, 1, &bad), OG_ERR_ARGUMENT);
    EXPECT_TRUE(is_zero(out));
}

TYPED_TEST(Kdf, Pbkdf2EveryOutputSize) {
    using M = TypeParam;
    using H = typename M::Hash;
    Providers::load();
    const Digest digest(EVP_MD_fetch(nullptr, H::openssl, nullptr), EVP_MD_free);
    Rng rng(4, H::op, 20);
    const Derivation longest{rng.bytes(9), rng.bytes(11), 3, 400};
    const std::string want = by_openssl(digest, longest);
    for (std::size_t size = 1; size <= longest.size; size++)
        ASSERT_EQ(pbkdf2(M::id, longest.password, longest.salt, longest.iterations, size),
                  want.substr(0, 2 * size))
            << size;
}

TYPED_TEST(Kdf, Pbkdf2OfNothing) {
    using M = TypeParam;
    using H = typename M::Hash;
    Providers::load();
    const Digest digest(EVP_MD_fetch(nullptr, H::openssl, nullptr), EVP_MD_free);
    for (const Derivation &d :
         {Derivation{{}, {}, 7, 100}, Derivation{{}, {1, 2}, 7, 100}, Derivation{{1, 2}, {}, 7, 100}}) {
        Bytes out(d.size);
        ASSERT_EQ(og_pbkdf2(M::id, d.password.empty() ? nullptr : d.password.data(), d.password.size(),
                            d.salt.empty() ? nullptr : d.salt.data(), d.salt.size(), d.iterations, out.data(),
                            out.size()),
                  OG_OK);
        EXPECT_EQ(to_hex(out), by_openssl(digest, d));
    }
}

// A copy taken anywhere in a message goes on by itself, also after the original is finished or wiped.
TYPED_TEST(Kdf, HmacCopies) {
    using M = TypeParam;
    Rng rng(5, M::Hash::op, 20);
    const Bytes key = rng.bytes(30), message = rng.bytes(200), other = rng.bytes(77);
    og_hmac_ctx keyed;
    ASSERT_EQ(og_hmac_init(&keyed, M::id, key.data(), key.size()), OG_OK);
    for (std::size_t at = 0; at <= message.size(); at += 25) {
        const Bytes start(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(at));
        Bytes forked = start;
        forked.insert(forked.end(), other.begin(), other.end());
        std::uint8_t mac[OG_WHIRLPOOL_DIGEST_SIZE];
        og_hmac_ctx first = keyed;  // starts a message under the same key
        ASSERT_EQ(og_hmac_update(&first, message.data(), at), OG_OK);
        og_hmac_ctx second = first;
        ASSERT_EQ(og_hmac_update(&first, message.data() + at, message.size() - at), OG_OK);
        ASSERT_EQ(og_hmac_final(&first, mac), OG_OK);
        EXPECT_EQ(to_hex(mac, og_hash_size(M::id)), hmac(M::id, key, message));
        ASSERT_EQ(og_hmac_update(&second, other.data(), other.size()), OG_OK);
        ASSERT_EQ(og_hmac_final(&second, mac), OG_OK);
        EXPECT_EQ(to_hex(mac, og_hash_size(M::id)), hmac(M::id, key, forked));
    }
    og_hmac_wipe(&keyed);
    EXPECT_TRUE(is_zero(keyed));
    og_hmac_wipe(nullptr);
}

TYPED_TEST(Kdf, HmacErrors) {
    constexpr og_hash id = TypeParam::id;
    og_hmac_ctx ctx;
    std::uint8_t mac[64];
    EXPECT_EQ(og_hmac_init(nullptr, id, "k", 1), OG_ERR_NULL);
    EXPECT_EQ(og_hmac_init(&ctx, id, nullptr, 1), OG_ERR_NULL);
    EXPECT_EQ(og_hmac_init(&ctx, id, nullptr, 0), OG_OK);
    EXPECT_EQ(og_hmac_update(nullptr, "m", 1), OG_ERR_NULL);
    EXPECT_EQ(og_hmac_update(&ctx, nullptr, 1), OG_ERR_NULL);
    EXPECT_EQ(og_hmac_update(&ctx, nullptr, 0), OG_OK);
    EXPECT_EQ(og_hmac_final(nullptr, mac), OG_ERR_NULL);
    EXPECT_EQ(og_hmac_final(&ctx, nullptr), OG_ERR_NULL);
    EXPECT_FALSE(is_zero(ctx)) << "a refused call changes nothing";
    EXPECT_EQ(og_hmac_final(&ctx, mac), OG_OK);
    EXPECT_TRUE(is_zero(ctx)) << "wiped";
    EXPECT_EQ(to_hex(mac, og_hash_size(id)), hmac(id, {}, {}));
    EXPECT_EQ(og_hmac(id, nullptr, 1, "m", 1, mac), OG_ERR_NULL);
    EXPECT_EQ(og_hmac(id, "k", 1, nullptr, 1, mac), OG_ERR_NULL);
    EXPECT_EQ(og_hmac(id, "k", 1, "m", 1, nullptr), OG_ERR_NULL);
}

TEST(KdfErrors, UnknownHash) {
    for (int number : {-1, 2, 1000}) {
        const auto hash = static_cast<og_hash>(number);
        og_hmac_ctx ctx;
        std::uint8_t out[64] = {0x5a};
        EXPECT_EQ(og_hash_size(hash), 0u);
        EXPECT_EQ(og_hmac_init(&ctx, hash, "k", 1), OG_ERR_ARGUMENT);
        EXPECT_EQ(og_hmac(hash, "k", 1, "m", 1, out), OG_ERR_ARGUMENT);
        EXPECT_EQ(og_pbkdf2(hash, "p", 1, "s", 1, 1, out, sizeof out), OG_ERR_ARGUMENT);
        EXPECT_EQ(out[0], 0x5a);
    }
    EXPECT_EQ(og_hash_size(OG_HASH_SHA1), 20u);
    EXPECT_EQ(og_hash_size(OG_HASH_WHIRLPOOL), 64u);
}

TYPED_TEST(Kdf, Pbkdf2Errors) {
    constexpr og_hash id = TypeParam::id;
    Bytes out(200, 0x5a);
    EXPECT_EQ(og_pbkdf2(id, "p", 1, "s", 1, 0, out.data(), 20), OG_ERR_ARGUMENT);
    EXPECT_EQ(og_pbkdf2(id, "p", 1, "s", 1, 1, out.data(), 0), OG_ERR_LENGTH);
    EXPECT_EQ(og_pbkdf2(id, nullptr, 1, "s", 1, 1, out.data(), 20), OG_ERR_NULL);
    EXPECT_EQ(og_pbkdf2(id, "p", 1, nullptr, 1, 1, out.data(), 20), OG_ERR_NULL);
    EXPECT_EQ(og_pbkdf2(id, "p", 1, "s", 1, 1, nullptr, 20), OG_ERR_NULL);
    if constexpr (sizeof(std::size_t) > 4) {
        const std::size_t most = std::size_t{0xffffffff} * og_hash_size(id);
        EXPECT_EQ(og_pbkdf2(id, "p", 1, "s", 1, 1, out.data(), most + 1), OG_ERR_TOO_LONG);
        EXPECT_EQ(og_pbkdf2(id, "p", 1, "s", 1, 1, out.data(), SIZE_MAX), OG_ERR_TOO_LONG);
    }
    EXPECT_EQ(out, Bytes(200, 0x5a)) << "nothing written";
}

TYPED_TEST(Kdf, NoKernelIsAnError) {
    using H = typename TypeParam::Hash;
    const Policy policy(OG_POLICY_CONSTANT_TIME);
    int status = OG_OK;
    const bool served = og_kernel_for(H::op, 64, &status) != nullptr;
    og_hmac_ctx ctx;
    std::uint8_t out[100] = {0x5a};
    EXPECT_EQ(og_pbkdf2(TypeParam::id, "p", 1, "s", 1, 2, out, sizeof out), status);
    EXPECT_EQ(og_hmac_init(&ctx, TypeParam::id, "k", 1), status);
    if (!served) {
        EXPECT_TRUE(is_zero(ctx)) << "a refused context is wiped";
        EXPECT_EQ(out[0], 0x5a) << "nothing written";
    }
}

}  // namespace

}  // namespace og::test
