// SPDX-License-Identifier: MIT
// Wrong arguments of every function give an error, and contexts are wiped.
#include "des.hpp"
#include "hash.hpp"

#include <cstring>
#include <set>

namespace og::test {

namespace {

template <typename T> bool is_zero(const T &object) {
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(&object);
    for (std::size_t i = 0; i < sizeof object; i++)
        if (bytes[i] != 0) return false;
    return true;
}

template <typename H> class HashErrors : public testing::Test {};
TYPED_TEST_SUITE(HashErrors, Hashes);

TYPED_TEST(HashErrors, Null) {
    using H = TypeParam;
    typename H::Context ctx;
    std::uint8_t digest[H::digest_size];
    EXPECT_EQ(H::init(nullptr), OG_ERR_NULL);
    EXPECT_EQ(H::update(nullptr, "a", 1), OG_ERR_NULL);
    EXPECT_EQ(H::final(nullptr, digest), OG_ERR_NULL);
    ASSERT_EQ(H::init(&ctx), OG_OK);
    EXPECT_EQ(H::update(&ctx, nullptr, 1), OG_ERR_NULL);
    EXPECT_EQ(H::update(&ctx, nullptr, 0), OG_OK);
    EXPECT_EQ(H::update(&ctx, "abc", 3), OG_OK);
    EXPECT_EQ(H::final(&ctx, nullptr), OG_ERR_NULL);
    EXPECT_EQ(H::once(nullptr, 1, digest), OG_ERR_NULL);
    EXPECT_EQ(H::once("a", 1, nullptr), OG_ERR_NULL);
    EXPECT_EQ(H::once(nullptr, 0, digest), OG_OK);
    EXPECT_EQ(to_hex(digest, sizeof digest), to_hex(H::oracle({})));
}

TYPED_TEST(HashErrors, ManyStopsBeforeWriting) {
    using H = TypeParam;
    const og_message messages[] = {{"a", 1}, {nullptr, 5}, {"b", 1}};
    std::uint8_t digests[3][H::digest_size];
    std::memset(digests, 0x5a, sizeof digests);
    EXPECT_EQ(H::many(messages, 3, digests, nullptr), OG_ERR_NULL);
    for (const auto &digest : digests)
        for (std::uint8_t byte : digest) ASSERT_EQ(byte, 0x5a);
    EXPECT_EQ(H::many(nullptr, 1, digests, nullptr), OG_ERR_NULL);
    EXPECT_EQ(H::many(messages, 1, nullptr, nullptr), OG_ERR_NULL);
    EXPECT_EQ(H::many(nullptr, 0, nullptr, nullptr), OG_OK);
}

TYPED_TEST(HashErrors, FinalWipesTheContext) {
    using H = TypeParam;
    typename H::Context ctx;
    std::uint8_t digest[H::digest_size];
    ASSERT_EQ(H::init(&ctx), OG_OK);
    const Bytes message(1000, 's');
    ASSERT_EQ(H::update(&ctx, message.data(), message.size()), OG_OK);
    ASSERT_FALSE(is_zero(ctx));
    ASSERT_EQ(H::final(&ctx, digest), OG_OK);
    EXPECT_TRUE(is_zero(ctx));
    EXPECT_EQ(streamed<H>(message, {message.size()}), to_hex(digest, sizeof digest));
}

TEST(Errors, WhirlpoolVersions) {
    std::uint8_t digest[OG_WHIRLPOOL_DIGEST_SIZE];
    EXPECT_EQ(og_whirlpool_of_version(static_cast<og_whirlpool_version>(3), "a", 1, digest), OG_ERR_ARGUMENT);
    EXPECT_EQ(og_whirlpool_of_version(static_cast<og_whirlpool_version>(-1), "a", 1, digest),
              OG_ERR_ARGUMENT);
    EXPECT_EQ(og_whirlpool_of_version(OG_WHIRLPOOL_T, nullptr, 1, digest), OG_ERR_NULL);
    EXPECT_EQ(og_whirlpool_of_version(OG_WHIRLPOOL_T, "a", 1, nullptr), OG_ERR_NULL);
    EXPECT_EQ(og_whirlpool_of_version(OG_WHIRLPOOL_0, nullptr, 0, digest), OG_OK);
}

TEST(Errors, DesInit) {
    const Bytes key(24, 0x01), iv(8, 2);
    og_des_ctx ctx;
    const auto init = [&](int cipher, int mode, const std::uint8_t *k, std::size_t k_size,
                          const std::uint8_t *v, std::size_t v_size, unsigned checks) {
        std::memset(&ctx, 0x5a, sizeof ctx);
        const int status = og_des_init(&ctx, static_cast<og_des_cipher>(cipher),
                                       static_cast<og_des_mode>(mode), 1, k, k_size, v, v_size, checks);
        if (status != OG_OK) EXPECT_TRUE(is_zero(ctx)) << "a refused context is wiped";
        return status;
    };
    EXPECT_EQ(init(OG_DES, OG_CBC, key.data(), 8, iv.data(), 8, 0), OG_OK);
    EXPECT_EQ(init(OG_DES, OG_ECB, key.data(), 8, nullptr, 0, 0), OG_OK);
    EXPECT_EQ(init(4, OG_CBC, key.data(), 8, iv.data(), 8, 0), OG_ERR_ARGUMENT);
    EXPECT_EQ(init(-1, OG_CBC, key.data(), 8, iv.data(), 8, 0), OG_ERR_ARGUMENT);
    EXPECT_EQ(init(OG_DES, 7, key.data(), 8, iv.data(), 8, 0), OG_ERR_ARGUMENT);
    EXPECT_EQ(init(OG_DES, -1, key.data(), 8, iv.data(), 8, 0), OG_ERR_ARGUMENT);
    EXPECT_EQ(init(OG_DES, OG_CBC, key.data(), 8, iv.data(), 8, 4), OG_ERR_ARGUMENT);
    EXPECT_EQ(init(OG_DES, OG_CBC, nullptr, 8, iv.data(), 8, 0), OG_ERR_NULL);
    EXPECT_EQ(init(OG_DES, OG_CBC, key.data(), 8, nullptr, 8, 0), OG_ERR_NULL);
    const std::size_t key_sizes[] = {8, 16, 24, 24};
    for (int cipher = 0; cipher < 4; cipher++)
        for (std::size_t size = 0; size <= 24; size++) {
            const bool right = size == key_sizes[cipher];
            EXPECT_EQ(init(cipher, OG_OFB, key.data(), size, iv.data(), 8, 0), right ? OG_OK : OG_ERR_LENGTH)
                << cipher << ", " << size;
        }
    for (std::size_t size : {0, 1, 7, 9, 16}) {
        EXPECT_EQ(init(OG_DES, OG_CTR, key.data(), 8, iv.data(), size, 0), OG_ERR_LENGTH);
        if (size > 0) EXPECT_EQ(init(OG_DES, OG_ECB, key.data(), 8, iv.data(), size, 0), OG_ERR_LENGTH);
    }
    EXPECT_EQ(init(OG_DES, OG_CBC, key.data(), 8, iv.data(), 8, OG_DES_CHECK_WEAK), OG_ERR_WEAK_KEY);
    EXPECT_EQ(init(OG_DES, OG_CBC, iv.data(), 8, iv.data(), 8, OG_DES_CHECK_PARITY), OG_OK);
    const Bytes even(8, 3);
    EXPECT_EQ(init(OG_DES, OG_CBC, even.data(), 8, iv.data(), 8, OG_DES_CHECK_PARITY), OG_ERR_PARITY);
    EXPECT_EQ(og_des_init(nullptr, OG_DES, OG_ECB, OG_ENCRYPT, key.data(), 8, nullptr, 0, 0), OG_ERR_NULL);
    EXPECT_EQ(og_des_key_size(OG_DES), 8u);
    EXPECT_EQ(og_des_key_size(OG_DES_EDE), 16u);
    EXPECT_EQ(og_des_key_size(OG_DES_EDE3), 24u);
    EXPECT_EQ(og_des_key_size(OG_DESX), 24u);
    EXPECT_EQ(og_des_key_size(static_cast<og_des_cipher>(4)), 0u);
    EXPECT_EQ(og_des_key_size(static_cast<og_des_cipher>(-1)), 0u);
}

TEST(Errors, DesUpdate) {
    const Bytes key(8, 1), iv(8, 2);
    const Bytes data(64, 3);
    for (const Mode &mode : modes) {
        SCOPED_TRACE(mode.name);
        Bytes out(64, 4);
        og_des_ctx ctx;
        const bool no_iv = mode.mode == OG_ECB;
        ASSERT_EQ(og_des_init(&ctx, OG_DES, mode.mode, OG_ENCRYPT, key.data(), 8, no_iv ? nullptr : iv.data(),
                              no_iv ? 0 : 8, 0),
                  OG_OK);
        const og_des_ctx before = ctx;
        for (std::size_t size : {1, 7, 9, 63})
            if (mode.unit == 8) EXPECT_EQ(og_des_update(&ctx, out.data(), data.data(), size), OG_ERR_LENGTH);
        EXPECT_EQ(og_des_update(&ctx, nullptr, data.data(), 8), OG_ERR_NULL);
        EXPECT_EQ(og_des_update(&ctx, out.data(), nullptr, 8), OG_ERR_NULL);
        EXPECT_EQ(og_des_update(nullptr, out.data(), data.data(), 8), OG_ERR_NULL);
        EXPECT_EQ(og_des_update(&ctx, nullptr, nullptr, 0), OG_OK);
        if (mode.mode != OG_CFB1)
            EXPECT_EQ(og_des_update_bits(&ctx, out.data(), data.data(), 8), OG_ERR_ARGUMENT);
        else
            EXPECT_EQ(og_des_update_bits(&ctx, nullptr, data.data(), 1), OG_ERR_NULL);
        EXPECT_EQ(std::memcmp(&ctx, &before, sizeof ctx), 0) << "a refused call changes nothing";
        EXPECT_EQ(out, Bytes(64, 4));
        EXPECT_EQ(og_des_update(&ctx, out.data(), data.data(), 64), OG_OK);
        og_des_wipe(&ctx);
        EXPECT_TRUE(is_zero(ctx));
    }
    og_des_wipe(nullptr);
}

TEST(Errors, DesKeys) {
    const Bytes key(8, 0x10);
    og_des_key ks;
    EXPECT_EQ(og_des_key_set(nullptr, key.data(), 0), OG_ERR_NULL);
    EXPECT_EQ(og_des_key_set(&ks, nullptr, 0), OG_ERR_NULL);
    EXPECT_EQ(og_des_key_set(&ks, key.data(), 4), OG_ERR_ARGUMENT);
    EXPECT_EQ(og_des_key_fix_parity(nullptr), OG_ERR_NULL);
    ASSERT_EQ(og_des_key_set(&ks, key.data(), 0), OG_OK);
    og_des_key_wipe(&ks);
    EXPECT_TRUE(is_zero(ks));
    og_des_key_wipe(nullptr);
}

TEST(Errors, DesCrypt) {
    const Bytes key(8, 1), iv(8, 2), in(16, 3);
    Bytes out(16);
    const auto cbc = [&](std::size_t key_size, unsigned checks, std::uint8_t *to, std::size_t size) {
        return og_des_crypt(OG_DES, OG_CBC, OG_ENCRYPT, key.data(), key_size, iv.data(), 8, checks, to,
                            in.data(), size);
    };
    EXPECT_EQ(cbc(7, 0, out.data(), 16), OG_ERR_LENGTH);
    EXPECT_EQ(cbc(8, 0, out.data(), 15), OG_ERR_LENGTH);
    EXPECT_EQ(cbc(8, 0, nullptr, 16), OG_ERR_NULL);
    EXPECT_EQ(cbc(8, OG_DES_CHECK_WEAK, out.data(), 16), OG_ERR_WEAK_KEY);
    EXPECT_EQ(cbc(8, 4, out.data(), 16), OG_ERR_ARGUMENT);
    EXPECT_EQ(out, Bytes(16));
    EXPECT_EQ(cbc(8, OG_DES_CHECK_PARITY, out.data(), 16), OG_OK);
}

// Returns a kernel of an operation that the policy for constant time refuses.
std::string refused_kernel(const char *op) {
    for (const std::string &stem : stems(op))
        if (!og_kernel_find(op, stem.c_str())->constant_time) return stem;
    ADD_FAILURE() << op << " has no such kernel";
    return "";
}

// The kernels disappear between two calls on a context: the calls say so and write nothing.
class KernelsDisappear : public testing::Test {
protected:
    const Forced des_{"des", refused_kernel("des.cbc_enc")};
    const Forced whirlpool_{"whirlpool.", refused_kernel("whirlpool.blocks")};
    const Bytes key_ = Bytes(24, 1), data_ = Bytes(64, 3), unwritten_ = Bytes(64, 4);
    Bytes out_ = unwritten_;

    // Expects that a call finds no kernel, and that the next one finds one again.
    template <typename Call> void expect_no_kernel(Call call) {
        const Policy policy(OG_POLICY_CONSTANT_TIME);
        EXPECT_EQ(call(), OG_ERR_NO_KERNEL);
        EXPECT_EQ(out_, unwritten_);
    }
};

TEST_F(KernelsDisappear, DesModes) {
    for (const Mode &mode : modes) {
        SCOPED_TRACE(mode.name);
        og_des_ctx ctx;
        const bool no_iv = mode.mode == OG_ECB;
        ASSERT_EQ(og_des_init(&ctx, OG_DES_EDE, mode.mode, OG_ENCRYPT, key_.data(), 16,
                              no_iv ? nullptr : key_.data(), no_iv ? 0 : 8, 0),
                  OG_OK);
        const og_des_ctx before = ctx;
        expect_no_kernel([&] { return og_des_update(&ctx, out_.data(), data_.data(), 64); });
        EXPECT_EQ(std::memcmp(&ctx, &before, sizeof ctx), 0);
    }
}

TEST_F(KernelsDisappear, Macs) {
    struct {
        og_mac_algorithm algorithm;
        og_mac_padding padding;
        og_des_cipher cipher;
    } const macs[] = {{OG_MAC_CBC, OG_MAC_PAD_ZEROS, OG_DES},
                      {OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES_EDE3},
                      {OG_MAC_CBC, OG_MAC_PAD_LENGTH, OG_DES_EDE},
                      {OG_MAC_RETAIL, OG_MAC_PAD_BIT, OG_DES_EDE},
                      {OG_MAC_CMAC, OG_MAC_PAD_OWN, OG_DES}};
    for (const auto &mac : macs)
        for (const std::size_t size : {0, 5, 8, 16, 19})
            for (const char *call : {"final", "verify", "update"}) {
                SCOPED_TRACE(std::string(call) + " after " + std::to_string(size));
                og_des_mac_ctx ctx;
                ASSERT_EQ(og_des_mac_init(&ctx, mac.algorithm, mac.padding, mac.cipher, key_.data(),
                                          og_des_key_size(mac.cipher), size, 0),
                          OG_OK);
                ASSERT_EQ(og_des_mac_update(&ctx, data_.data(), size), OG_OK);
                expect_no_kernel([&] {
                    return *call == 'u'   ? og_des_mac_update(&ctx, data_.data(), 20)
                           : *call == 'v' ? og_des_mac_verify(&ctx, data_.data(), 8)
                                          : og_des_mac_final(&ctx, out_.data(), 8);
                });
                if (*call != 'u') EXPECT_TRUE(is_zero(ctx)) << "a finished context is wiped";
            }
}

TEST_F(KernelsDisappear, Hashes) {
    for (const bool last : {false, true}) {
        og_whirlpool_ctx ctx;
        ASSERT_EQ(og_whirlpool_init(&ctx), OG_OK);
        ASSERT_EQ(og_whirlpool_update(&ctx, data_.data(), 10), OG_OK);
        expect_no_kernel([&] {
            return last ? og_whirlpool_final(&ctx, out_.data()) : og_whirlpool_update(&ctx, data_.data(), 64);
        });
        og_hmac_ctx hmac;
        ASSERT_EQ(og_hmac_init(&hmac, OG_HASH_WHIRLPOOL, key_.data(), 24), OG_OK);
        ASSERT_EQ(og_hmac_update(&hmac, data_.data(), 10), OG_OK);
        expect_no_kernel([&] {
            return last ? og_hmac_final(&hmac, out_.data()) : og_hmac_update(&hmac, data_.data(), 64);
        });
    }
}

TEST(Errors, EveryStatusHasItsText) {
    std::set<std::string> texts;
    for (int status = OG_OK; status >= OG_ERR_ORDER; status--) {
        ASSERT_NE(og_strerror(status), nullptr);
        EXPECT_FALSE(std::string(og_strerror(status)).empty());
        EXPECT_EQ(std::string(og_strerror(status)).find('\n'), std::string::npos);
        texts.insert(og_strerror(status));
    }
    EXPECT_EQ(texts.size(), 14u) << "two statuses share a text";
    for (int status : {1, -14, 1000, -1000, INT32_MAX, INT32_MIN}) {
        ASSERT_NE(og_strerror(status), nullptr);
        EXPECT_FALSE(std::string(og_strerror(status)).empty());
    }
    int major, minor, patch, end = 0;
    ASSERT_EQ(std::sscanf(og_version(), "%d.%d.%d%n", &major, &minor, &patch, &end), 3);
    EXPECT_EQ(og_version()[end], '\0');
}

}  // namespace

}  // namespace og::test
