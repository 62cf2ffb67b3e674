// SPDX-License-Identifier: MIT
// MACs with DES, with every kernel: published vectors, OpenSSL, libgcrypt, the standards on top of the
// single-block oracle, every split, truncation, wrong arguments.
#include "des.hpp"
#include "providers.hpp"

#include <check/oracles/oracle.hpp>
#include <gcrypt.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>

#include <algorithm>
#include <string_view>

namespace og::test {

namespace {

namespace oracle = check::oracle;

Bytes text(std::string_view s) { return {s.begin(), s.end()}; }

// Returns the result of og_des_mac, which must succeed.
std::string mac_of(og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher, const Bytes &key,
                   const Bytes &data, std::size_t size = OG_DES_MAC_SIZE) {
    Bytes mac(size + 1, 0x5a);
    EXPECT_EQ(og_des_mac(algorithm, padding, cipher, key.data(), key.size(), data.data(), data.size(),
                         OG_DES_CHECK_NONE, mac.data(), size),
              OG_OK);
    EXPECT_EQ(mac.back(), 0x5a) << "wrote past the end";
    return to_hex(mac.data(), size);
}

struct Published {
    const char *name;
    og_mac_algorithm algorithm;
    og_mac_padding padding;
    og_des_cipher cipher;
    const char *key;
    Bytes data;
    const char *mac;
};

const std::vector<Published> &published() {
    static const char iso_key[] = "0123456789abcdef", iso_keys[] = "0123456789abcdeffedcba9876543210";
    static const Bytes data1 = text("Now is the time for all "), data2 = text("Now is the time for it");
    static const std::vector<Published> all = {
        {"FIPS 113, appendix 2", OG_MAC_CBC, OG_MAC_PAD_ZEROS, OG_DES, iso_key,
         text("7654321 Now is the time for "), "f1d30f6849312ca4"},
        {"ISO/IEC 9797-1:1999 annex A, 1/1, data string 1", OG_MAC_CBC, OG_MAC_PAD_ZEROS, OG_DES, iso_key,
         data1, "70a30640cc76dd8b"},
        {"1/1, data string 2", OG_MAC_CBC, OG_MAC_PAD_ZEROS, OG_DES, iso_key, data2, "e45b3ad2b7cc0856"},
        {"1/2, data string 1", OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES, iso_key, data1, "10e1f0f108341b6d"},
        {"3/1, data string 1", OG_MAC_RETAIL, OG_MAC_PAD_ZEROS, OG_DES_EDE, iso_keys, data1,
         "a1c72e74ea3fa9b6"},
        {"3/2, data string 1", OG_MAC_RETAIL, OG_MAC_PAD_BIT, OG_DES_EDE, iso_keys, data1,
         "e9086230ca3be796"},
        {"ICAO Doc 9303-11, appendix D.3", OG_MAC_RETAIL, OG_MAC_PAD_BIT, OG_DES_EDE,
         "7962d9ece03d1acd4c76089dce131543",
         from_hex("72c29c2371cc9bdb65b779b8e8d37b29ecc154aa56a8799fae2f498f76ed92f2"), "5f1448eea8ad90a7"},
    };
    return all;
}

TEST(DesMac, Published) {
    with_every_kernel(OG_CBC, [] {
        for (const Published &p : published())
            EXPECT_EQ(mac_of(p.algorithm, p.padding, p.cipher, from_hex(p.key), p.data), p.mac) << p.name;
    });
}

// The examples of SP 800-38B, with two and three keys.
TEST(DesMac, Sp80038b) {
    with_every_kernel(OG_CBC, [] {
        for (const Record &record : read_records(nist_file("CMAC/nist-800-38b-3des.txt"), "COUNT")) {
            SCOPED_TRACE(record.at("COUNT"));
            Bytes key;
            for (const char *name : {"KEY1", "KEY2", "KEY3"}) {
                const Bytes one = record.bytes(name);
                key.insert(key.end(), one.begin(), one.end());
            }
            const Bytes message = record.bytes("MESSAGE");
            const auto cmac = [&](og_des_cipher cipher) {
                return mac_of(OG_MAC_CMAC, OG_MAC_PAD_OWN, cipher, key, message);
            };
            EXPECT_EQ(cmac(OG_DES_EDE3), record.at("OUTPUT"));
            if (record.at("KEY1") != record.at("KEY3")) continue;
            key.resize(16);
            EXPECT_EQ(cmac(OG_DES_EDE), record.at("OUTPUT"));
        }
    });
}

std::string by_openssl(const char *cipher, const Bytes &key, const Bytes &data) {
    Providers::load();
    EVP_MAC *mac = EVP_MAC_fetch(nullptr, "CMAC", nullptr);
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    const OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, const_cast<char *>(cipher), 0),
        OSSL_PARAM_construct_end()};
    Bytes out(8);
    std::size_t size = 0;
    EXPECT_EQ(EVP_MAC_init(ctx, key.data(), key.size(), params), 1);
    EXPECT_EQ(EVP_MAC_update(ctx, data.data(), data.size()), 1);
    EXPECT_EQ(EVP_MAC_final(ctx, out.data(), &size, out.size()), 1);
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
    return to_hex(out);
}

std::string by_gcrypt(const Bytes &key, const Bytes &data) {
    gcry_mac_hd_t handle;
    EXPECT_EQ(gcry_mac_open(&handle, GCRY_MAC_CMAC_3DES, 0, nullptr), 0u);
    EXPECT_EQ(gcry_mac_setkey(handle, key.data(), key.size()), 0u);
    if (!data.empty()) EXPECT_EQ(gcry_mac_write(handle, data.data(), data.size()), 0u);
    Bytes out(8);
    std::size_t size = out.size();
    EXPECT_EQ(gcry_mac_read(handle, out.data(), &size), 0u);
    gcry_mac_close(handle);
    return to_hex(out);
}

TEST(DesMac, CmacLikeOthers) {
    Rng rng(10);
    for (std::size_t size = 0; size < 200; size++) {
        const Bytes key = rng.bytes(24), single(key.begin(), key.begin() + 8);
        const Bytes data = rng.bytes(size);
        const std::string want = by_openssl("DES-EDE3-CBC", key, data);
        ASSERT_EQ(by_gcrypt(key, data), want) << "the others disagree";
        const std::string want1 = by_openssl("DES-CBC", single, data);
        with_every_kernel(OG_CBC, [&] {
            ASSERT_EQ(mac_of(OG_MAC_CMAC, OG_MAC_PAD_OWN, OG_DES_EDE3, key, data), want) << size;
            ASSERT_EQ(mac_of(OG_MAC_CMAC, OG_MAC_PAD_OWN, OG_DES, single, data), want1) << size;
        });
    }
}

// Computes a MAC as ISO/IEC 9797-1, sections 6 and 7, and SP 800-38B, section 6, define it, block by block.
std::string by_the_standard(og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher,
                            const Bytes &key, Bytes data) {
    std::vector<og_des_key> ks;
    for (std::size_t i = 0; i < 3; i++)
        ks.push_back(oracle::des_key(oracle::load_be64(&key[8 * i % key.size()])));
    const auto e = [&](std::uint64_t block) {
        return cipher == OG_DES || algorithm == OG_MAC_RETAIL ? oracle::des(block, ks[0], true)
                                                              : oracle::des3(block, ks.data(), true);
    };
    const std::uint64_t bits = 8 * data.size();
    const bool whole = !data.empty() && data.size() % 8 == 0;
    if (padding == OG_MAC_PAD_BIT || (padding == OG_MAC_PAD_OWN && !whole)) data.push_back(0x80);
    while (data.empty() || data.size() % 8 != 0) data.push_back(0);
    if (algorithm == OG_MAC_CMAC) {
        const auto twice = [](std::uint64_t l) { return l >> 63 ? l << 1 ^ 0x1b : l << 1; };
        const std::uint64_t k1 = twice(e(0)), mask = whole ? k1 : twice(k1);
        std::uint8_t *last = &data[data.size() - 8];
        oracle::store_be64(last, oracle::load_be64(last) ^ mask);
    }
    if (padding == OG_MAC_PAD_LENGTH) {
        Bytes length(8);
        oracle::store_be64(length.data(), bits);
        data.insert(data.begin(), length.begin(), length.end());
    }
    std::uint64_t h = 0;
    for (std::size_t i = 0; i < data.size(); i += 8) h = e(h ^ oracle::load_be64(&data[i]));
    if (algorithm == OG_MAC_RETAIL) h = oracle::des(oracle::des(h, ks[1], false), ks[0], true);
    Bytes mac(8);
    oracle::store_be64(mac.data(), h);
    return to_hex(mac);
}

struct Kind {
    og_mac_algorithm algorithm;
    og_mac_padding padding;
    og_des_cipher cipher;
};

// The valid combinations of algorithm, padding and cipher.
std::vector<Kind> kinds() {
    std::vector<Kind> all;
    for (og_mac_padding padding : {OG_MAC_PAD_ZEROS, OG_MAC_PAD_BIT, OG_MAC_PAD_LENGTH}) {
        for (og_des_cipher cipher : ciphers) all.push_back({OG_MAC_CBC, padding, cipher});
        all.push_back({OG_MAC_RETAIL, padding, OG_DES_EDE});
    }
    for (og_des_cipher cipher : ciphers) all.push_back({OG_MAC_CMAC, OG_MAC_PAD_OWN, cipher});
    return all;
}

TEST(DesMac, LikeTheStandard) {
    Rng rng(11);
    std::vector<std::size_t> sizes{127, 128, 129, 511, 512, 513, 519, 520, 521, 1100};
    for (std::size_t size = 0; size < 42; size++) sizes.push_back(size);
    for (const Kind &kind : kinds())
        for (std::size_t size : sizes) {
            SCOPED_TRACE(testing::Message() << "algorithm " << kind.algorithm << ", padding " << kind.padding
                                            << ", cipher " << kind.cipher << ", " << size << " bytes");
            const Bytes key = rng.bytes(og_des_key_size(kind.cipher)), data = rng.bytes(size);
            const std::string want = by_the_standard(kind.algorithm, kind.padding, kind.cipher, key, data);
            with_every_kernel(OG_CBC, [&] {
                ASSERT_EQ(mac_of(kind.algorithm, kind.padding, kind.cipher, key, data), want);
            });
        }
}

// Returns a context after updates with the given pieces.
og_des_mac_ctx taken(const Kind &kind, const Bytes &key, const Bytes &data,
                     const std::vector<std::size_t> &parts) {
    og_des_mac_ctx ctx;
    EXPECT_EQ(og_des_mac_init(&ctx, kind.algorithm, kind.padding, kind.cipher, key.data(), key.size(),
                              data.size(), OG_DES_CHECK_NONE),
              OG_OK);
    std::size_t at = 0;
    for (std::size_t part : parts) {
        EXPECT_EQ(og_des_mac_update(&ctx, data.data() + at, part), OG_OK);
        at += part;
    }
    return ctx;
}

std::string finished(og_des_mac_ctx ctx) {
    Bytes mac(OG_DES_MAC_SIZE);
    EXPECT_EQ(og_des_mac_final(&ctx, mac.data(), mac.size()), OG_OK);
    return to_hex(mac);
}

TEST(DesMac, EverySplit) {
    Rng rng(12);
    for (const Kind &kind : kinds()) {
        const Bytes key = rng.bytes(og_des_key_size(kind.cipher));
        for (std::size_t size : {0, 1, 7, 8, 9, 15, 16, 17, 24, 33}) {
            const Bytes data = rng.bytes(size);
            const std::string want = mac_of(kind.algorithm, kind.padding, kind.cipher, key, data);
            for (std::size_t cut = 0; cut <= size; cut++)
                ASSERT_EQ(finished(taken(kind, key, data, {cut, 0, size - cut})), want)
                    << size << " bytes cut at " << cut;
            ASSERT_EQ(finished(taken(kind, key, data, std::vector<std::size_t>(size, 1))), want);
        }
        const Bytes data = rng.bytes(1500);
        const std::string want = mac_of(kind.algorithm, kind.padding, kind.cipher, key, data);
        for (int i = 0; i < 20; i++)
            ASSERT_EQ(finished(taken(kind, key, data, random_split(data.size(), rng))), want);
    }
}

TEST(DesMac, TruncatedAndVerified) {
    Rng rng(13);
    for (const Kind &kind : kinds()) {
        const Bytes key = rng.bytes(og_des_key_size(kind.cipher)), data = rng.bytes(21);
        const std::string whole = mac_of(kind.algorithm, kind.padding, kind.cipher, key, data);
        const auto verify = [&](const Bytes &mac) {
            og_des_mac_ctx ctx = taken(kind, key, data, {21});
            static const std::uint8_t nothing = 0;
            const int status = og_des_mac_verify(&ctx, mac.empty() ? &nothing : mac.data(), mac.size());
            const auto *bytes = reinterpret_cast<const std::uint8_t *>(&ctx);
            EXPECT_TRUE(std::all_of(bytes, bytes + sizeof ctx, [](auto b) { return b == 0; }));
            return status;
        };
        for (std::size_t size = 1; size <= 8; size++) {
            EXPECT_EQ(mac_of(kind.algorithm, kind.padding, kind.cipher, key, data, size),
                      whole.substr(0, 2 * size));
            Bytes mac = from_hex(whole.substr(0, 2 * size));
            EXPECT_EQ(verify(mac), OG_OK);
            for (std::size_t bit = 0; bit < 8 * size; bit++) {
                mac[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
                EXPECT_EQ(verify(mac), OG_ERR_MAC) << "bit " << bit << " of " << size << " bytes";
                mac[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
            }
        }
        EXPECT_EQ(verify(Bytes()), OG_ERR_LENGTH);
        EXPECT_EQ(verify(Bytes(9)), OG_ERR_LENGTH);
    }
}

TEST(DesMac, WhatGoesTogether) {
    const Bytes key(24, 1);
    for (int algorithm = -1; algorithm < 4; algorithm++)
        for (int padding = -1; padding < 5; padding++)
            for (int cipher = -1; cipher < 4; cipher++) {
                const auto good = kinds();
                const bool known = std::any_of(good.begin(), good.end(), [&](const Kind &kind) {
                    return kind.algorithm == algorithm && kind.padding == padding && kind.cipher == cipher;
                });
                og_des_mac_ctx ctx;
                const auto named = static_cast<og_des_cipher>(cipher);
                EXPECT_EQ(og_des_mac_init(&ctx, static_cast<og_mac_algorithm>(algorithm),
                                          static_cast<og_mac_padding>(padding), named, key.data(),
                                          og_des_key_size(named), 0, 0),
                          known ? OG_OK : OG_ERR_ARGUMENT);
            }
}

TEST(DesMac, WrongCalls) {
    const Bytes key = from_hex("0123456789abcdef"), weak = from_hex("0101010101010101");
    og_des_mac_ctx ctx;
    const auto init = [&](const Bytes &k, std::uint64_t size, unsigned checks) {
        return og_des_mac_init(&ctx, OG_MAC_CBC, OG_MAC_PAD_LENGTH, OG_DES, k.data(), k.size(), size, checks);
    };
    EXPECT_EQ(og_des_mac_init(nullptr, OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES, key.data(), 8, 0, 0), OG_ERR_NULL);
    EXPECT_EQ(og_des_mac_init(&ctx, OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES, nullptr, 8, 0, 0), OG_ERR_NULL);
    EXPECT_EQ(init(Bytes(7), 0, 0), OG_ERR_LENGTH);
    EXPECT_EQ(init(weak, 0, OG_DES_CHECK_WEAK), OG_ERR_WEAK_KEY);
    EXPECT_EQ(init(Bytes(8), 0, OG_DES_CHECK_PARITY), OG_ERR_PARITY);
    EXPECT_EQ(init(key, UINT64_MAX / 8 + 1, 0), OG_ERR_TOO_LONG);
    EXPECT_EQ(init(key, UINT64_MAX / 8, 0), OG_OK);

    std::uint8_t mac[8];
    EXPECT_EQ(
        og_des_mac(OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES, weak.data(), 8, "x", 1, OG_DES_CHECK_WEAK, mac, 8),
        OG_ERR_WEAK_KEY);
    for (std::size_t size : {4, 6}) {
        ASSERT_EQ(init(key, 5, 0), OG_OK);
        ASSERT_EQ(og_des_mac_update(&ctx, "sixsix", size), OG_OK);
        EXPECT_EQ(og_des_mac_final(&ctx, mac, 8), OG_ERR_LENGTH) << "not what was announced";
    }
    ASSERT_EQ(init(key, 0, 0), OG_OK);
    EXPECT_EQ(og_des_mac_update(nullptr, "x", 1), OG_ERR_NULL);
    EXPECT_EQ(og_des_mac_update(&ctx, nullptr, 1), OG_ERR_NULL);
    EXPECT_EQ(og_des_mac_update(&ctx, nullptr, 0), OG_OK);
    EXPECT_EQ(og_des_mac_final(nullptr, mac, 8), OG_ERR_NULL);
    EXPECT_EQ(og_des_mac_final(&ctx, nullptr, 8), OG_ERR_NULL);
    EXPECT_EQ(og_des_mac_verify(&ctx, nullptr, 8), OG_ERR_NULL);
    EXPECT_EQ(og_des_mac_final(&ctx, mac, 8), OG_OK);
    og_des_mac_wipe(nullptr);
}

}  // namespace

}  // namespace og::test
