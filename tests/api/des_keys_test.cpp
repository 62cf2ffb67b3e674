// SPDX-License-Identifier: MIT
// Key schedules, parity, weak and semi-weak keys.
#include "des.hpp"

#include <check/oracles/oracle.hpp>

#include <oldguard/kernels.h>

#include <cstring>
#include <set>

namespace og::test {

namespace {

// SP 800-67, section 3.3.2, with odd parity: 4 weak keys, then the 6 pairs of semi-weak ones.
constexpr std::uint64_t weak_keys[16] = {
    0x0101010101010101, 0xfefefefefefefefe, 0xe0e0e0e0f1f1f1f1, 0x1f1f1f1f0e0e0e0e,
    0x011f011f010e010e, 0x1f011f010e010e01, 0x01e001e001f101f1, 0xe001e001f101f101,
    0x01fe01fe01fe01fe, 0xfe01fe01fe01fe01, 0x1fe01fe00ef10ef1, 0xe01fe01ff10ef10e,
    0x1ffe1ffe0efe0efe, 0xfe1ffe1ffe0efe0e, 0xe0fee0fef1fef1fe, 0xfee0fee0fef1fef1};

Bytes key_bytes(std::uint64_t key) {
    Bytes bytes(8);
    check::oracle::store_be64(bytes.data(), key);
    return bytes;
}

TEST(DesKeys, ScheduleIsTheStandards) {
    Rng rng(1);
    for (int i = 0; i < 2000; i++) {
        const std::uint64_t key = i < 64 ? std::uint64_t{1} << i : rng.next();
        og_des_key ks;
        ASSERT_EQ(og_des_key_set(&ks, key_bytes(key).data(), OG_DES_CHECK_NONE), OG_OK);
        const og_des_key want = check::oracle::des_key(key);
        ASSERT_EQ(std::memcmp(&ks, &want, sizeof ks), 0) << std::hex << key;
    }
}

// Every kernel of des.key compared with the reference: keys of zeros or ones with one or two bits or one byte
// changed, and random keys.
TEST(DesKeys, KernelsAgree) {
    std::vector<std::uint64_t> keys;
    for (std::uint64_t ground : {std::uint64_t{0}, ~std::uint64_t{0}}) {
        for (int i = 0; i < 64; i++)
            for (int j = i; j < 64; j++)
                keys.push_back(ground ^ std::uint64_t{1} << i ^ std::uint64_t{i != j} << j);
        for (int byte = 0; byte < 8; byte++)
            for (std::uint64_t value = 0; value < 256; value++) keys.push_back(ground ^ value << (8 * byte));
    }
    Rng rng(5);
    for (int i = 0; i < 2000; i++) keys.push_back(rng.next());
    const auto schedule = [](const og_kernel *kernel, std::uint64_t key) {
        og_des_key ks;
        std::memset(&ks, 0x5a, sizeof ks);
        reinterpret_cast<og_des_key_fn *>(kernel->fn)(&ks, key_bytes(key).data());
        return ks;
    };
    const og_kernel *literal = og_kernel_find("des.key", "des_c_ref");
    ASSERT_NE(literal, nullptr);
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        if (std::string(kernel->op) != "des.key" || !og_kernel_usable(kernel, nullptr, 0)) continue;
        SCOPED_TRACE(kernel->stem);
        for (std::uint64_t key : keys) {
            const og_des_key ks = schedule(kernel, key), want = schedule(literal, key);
            ASSERT_EQ(std::memcmp(&ks, &want, sizeof ks), 0) << std::hex << key;
        }
    }
}

// Weak and semi-weak keys are those with at most two different round keys. Tests 65,536 keys made of four
// byte values, which include all weak and semi-weak keys.
TEST(DesKeys, WeakMeansTwoRoundKeysAtMost) {
    constexpr std::uint8_t upper[4] = {0x00, 0xe0, 0x1e, 0xfe}, lower[4] = {0x00, 0xf0, 0x0e, 0xfe};
    int weak = 0;
    for (unsigned choice = 0; choice < 1u << 16; choice++) {
        std::uint8_t key[8];
        for (unsigned i = 0; i < 8; i++) {
            // GCC 12 with -fsanitize=undefined takes another element of a conditional array
            const unsigned pick = choice >> (2 * i) & 3;
            key[i] = i < 4 ? upper[pick] : lower[pick];
        }
        og_des_key ks;
        ASSERT_EQ(og_des_key_set(&ks, key, OG_DES_CHECK_NONE), OG_OK);
        std::set<std::uint64_t> different;
        for (const auto &k : ks.k) different.insert(std::uint64_t{k[0]} << 32 | k[1]);
        ASSERT_EQ(og_des_key_is_weak(key), different.size() <= 2 ? 1 : 0) << choice;
        weak += different.size() <= 2;
    }
    EXPECT_EQ(weak, 16);
}

TEST(DesKeys, WeakKeys) {
    for (std::uint64_t key : weak_keys) {
        SCOPED_TRACE(to_hex(key_bytes(key)));
        og_des_key ks;
        std::memset(&ks, 0x5a, sizeof ks);
        const og_des_key before = ks;
        EXPECT_EQ(og_des_key_is_weak(key_bytes(key).data()), 1);
        EXPECT_EQ(og_des_key_is_weak(key_bytes(key ^ 0x0100010001010001).data()), 1)
            << "parity must not matter";
        EXPECT_EQ(og_des_key_set(&ks, key_bytes(key).data(), OG_DES_CHECK_WEAK), OG_ERR_WEAK_KEY);
        EXPECT_EQ(std::memcmp(&ks, &before, sizeof ks), 0) << "a refused key must leave no trace";
        EXPECT_EQ(og_des_key_set(&ks, key_bytes(key).data(), OG_DES_CHECK_PARITY), OG_OK);
        EXPECT_EQ(og_des_key_set(&ks, key_bytes(key).data(), OG_DES_CHECK_NONE), OG_OK);
        for (int bit = 1; bit < 64; bit++)  // neighbours that differ in a bit of the key proper
            if (bit % 8 != 0)
                EXPECT_EQ(og_des_key_is_weak(key_bytes(key ^ std::uint64_t{1} << bit).data()), 0);
    }
    Rng rng(2);
    for (int i = 0; i < 1000; i++) ASSERT_EQ(og_des_key_is_weak(rng.bytes(8).data()), 0);
    EXPECT_EQ(og_des_key_is_weak(nullptr), 0);
}

TEST(DesKeys, Parity) {
    Rng rng(3);
    for (int i = 0; i < 500; i++) {
        Bytes key = rng.bytes(8);
        const Bytes before = key;
        bool odd = true;
        for (std::uint8_t byte : key) odd = odd && __builtin_parity(byte);
        EXPECT_EQ(og_des_key_has_parity(key.data()), odd ? 1 : 0);
        og_des_key ks;
        EXPECT_EQ(og_des_key_set(&ks, key.data(), OG_DES_CHECK_PARITY), odd ? OG_OK : OG_ERR_PARITY);
        ASSERT_EQ(og_des_key_fix_parity(key.data()), OG_OK);
        EXPECT_EQ(og_des_key_has_parity(key.data()), 1);
        EXPECT_EQ(og_des_key_set(&ks, key.data(), OG_DES_CHECK_PARITY), OG_OK);
        for (int j = 0; j < 8; j++) EXPECT_EQ((key[j] ^ before[j]) & 0xfe, 0);
        key[static_cast<std::size_t>(i % 8)] ^= 1;  // one byte alone
        EXPECT_EQ(og_des_key_has_parity(key.data()), 0);
    }
    EXPECT_EQ(og_des_key_has_parity(nullptr), 0);
}

// Triple DES with two equal neighbouring keys equals single DES. The check refuses it; without the check it
// works.
TEST(DesKeys, CollapsedTriples) {
    Rng rng(4);
    const Bytes a = rng.bytes(8), b = rng.bytes(8), iv = rng.bytes(8), in = rng.bytes(64);
    const auto joined = [](std::initializer_list<Bytes> keys) {
        Bytes all;
        for (const Bytes &key : keys) all.insert(all.end(), key.begin(), key.end());
        return all;
    };
    const auto status = [&](og_des_cipher cipher, const Bytes &key, unsigned checks) {
        og_des_ctx ctx;
        const int result = og_des_init(&ctx, cipher, OG_CBC, 1, key.data(), key.size(), iv.data(), 8, checks);
        og_des_wipe(&ctx);
        return result;
    };
    for (const Bytes &key : {joined({a, a, b}), joined({b, a, a}), joined({a, a, a})}) {
        EXPECT_EQ(status(OG_DES_EDE3, key, OG_DES_CHECK_WEAK), OG_ERR_WEAK_KEY);
        EXPECT_EQ(status(OG_DES_EDE3, key, OG_DES_CHECK_NONE), OG_OK);
    }
    EXPECT_EQ(status(OG_DES_EDE, joined({a, a}), OG_DES_CHECK_WEAK), OG_ERR_WEAK_KEY);
    EXPECT_EQ(status(OG_DES_EDE3, joined({a, b, a}), OG_DES_CHECK_WEAK), OG_OK);
    Bytes other_parity = a;
    other_parity[7] ^= 1;
    EXPECT_EQ(status(OG_DES_EDE, joined({a, other_parity}), OG_DES_CHECK_WEAK), OG_ERR_WEAK_KEY);
    EXPECT_EQ(status(OG_DES_EDE3, joined({a, b, key_bytes(weak_keys[9])}), OG_DES_CHECK_WEAK),
              OG_ERR_WEAK_KEY);
    EXPECT_EQ(crypt(OG_DES_EDE3, OG_CBC, true, joined({a, a, b}), iv, in),
              crypt(OG_DES, OG_CBC, true, b, iv, in));
    // a wrong parity comes first, wherever it is
    EXPECT_EQ(status(OG_DES_EDE3, joined({key_bytes(weak_keys[0]), b, Bytes(8)}),
                     OG_DES_CHECK_PARITY | OG_DES_CHECK_WEAK),
              OG_ERR_PARITY);
}

}  // namespace

}  // namespace og::test
