// SPDX-License-Identifier: MIT
// og_des_many and og_des_mac_many compared with one call for each message: numbers of messages around the
// numbers of lanes, mixtures of lengths, keys and addresses, every multi-buffer kernel.
#include "support.hpp"

#include <check/calls/memory.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace og::test {

namespace {

constexpr std::array ciphers{OG_DES, OG_DES_EDE, OG_DES_EDE3};
constexpr std::array modes{OG_CBC, OG_CFB64, OG_OFB};

// Messages in one buffer, with results in another buffer in a different order, or in place.
struct Batch {
    std::vector<Bytes> keys, ivs;
    Bytes in, out;
    std::vector<std::size_t> at, size, to;
    bool in_place = false;

    Batch(std::size_t n, std::size_t key_size, std::size_t most, std::size_t granule, Rng &rng) {
        std::size_t total = 0;
        for (std::size_t i = 0; i < n; i++) {
            keys.push_back(rng.bytes(key_size));
            ivs.push_back(rng.bytes(8));
            at.push_back(total);
            size.push_back(rng.below(most + 1) / granule * granule);
            total += size.back();
        }
        in = rng.bytes(total);
        out = rng.bytes(total);
        std::vector<std::size_t> order(n);
        std::iota(order.begin(), order.end(), 0);
        for (std::size_t i = n; i > 1; i--) std::swap(order[i - 1], order[rng.below(i)]);
        to.resize(n);
        std::size_t next = 0;
        for (std::size_t i : order) {
            to[i] = next;
            next += size[i];
        }
        in_place = rng.coin();
    }

    // Valid until the batch changes.
    std::vector<og_des_message> messages() {
        std::vector<og_des_message> all;
        for (std::size_t i = 0; i < keys.size(); i++)
            all.push_back({keys[i].data(), ivs[i].data(), in.data() + at[i],
                           in_place ? in.data() + at[i] : out.data() + to[i], size[i]});
        return all;
    }
};

Bytes one(og_des_cipher cipher, og_des_mode mode, const Batch &batch, std::size_t i) {
    Bytes out(batch.size[i]);
    EXPECT_EQ(og_des_crypt(cipher, mode, 1, batch.keys[i].data(), batch.keys[i].size(), batch.ivs[i].data(),
                           8, OG_DES_CHECK_NONE, out.data(), batch.in.data() + batch.at[i], out.size()),
              OG_OK);
    return out;
}

void compare(og_des_cipher cipher, og_des_mode mode, std::size_t n, std::size_t most, Rng &rng,
             bool constant_time = false) {
    SCOPED_TRACE("cipher " + std::to_string(cipher) + ", mode " + std::to_string(mode) + ", " +
                 std::to_string(n) + " messages");
    Batch batch(n, og_des_key_size(cipher), most, mode == OG_CBC ? 8 : 1, rng);
    std::vector<Bytes> want;
    for (std::size_t i = 0; i < n; i++) want.push_back(one(cipher, mode, batch, i));
    const Bytes in = batch.in;
    const std::vector<og_des_message> messages = batch.messages();
    {
        const Policy policy(constant_time ? OG_POLICY_CONSTANT_TIME : OG_POLICY_FASTEST);
        ASSERT_EQ(og_des_many(cipher, mode, messages.data(), n, OG_DES_CHECK_NONE, nullptr), OG_OK);
    }
    for (std::size_t i = 0; i < n; i++)
        ASSERT_EQ(Bytes(messages[i].out, messages[i].out + messages[i].size), want[i]) << i;
    if (!batch.in_place) {
        EXPECT_EQ(batch.in, in);
    }
}

const std::vector<std::size_t> numbers = {0,  1,   2,   19,  20,  21,  23,  24,  25,  63,  64, 65,
                                          66, 127, 128, 129, 130, 255, 256, 257, 258, 300, 600};

TEST(DesMany, LikeOneByOne) {
    for (const std::string &stem : stems("des.lanes")) {
        SCOPED_TRACE(stem);
        const Forced forced("des", stem);
        Rng rng(1);
        for (og_des_cipher cipher : ciphers)
            for (og_des_mode mode : modes)
                for (std::size_t n : numbers) compare(cipher, mode, n, 100, rng);
    }
}

TEST(DesMany, EveryLength) {
    Rng rng(2);
    for (og_des_mode mode : modes)
        for (std::size_t most = 0; most <= 140; most += 7) compare(OG_DES, mode, 270, most, rng);
}

// A few long messages remain when the others have ended.
TEST(DesMany, LongAndShort) {
    Rng rng(3);
    for (og_des_mode mode : modes) {
        compare(OG_DES_EDE3, mode, 300, 20, rng);
        compare(OG_DES, mode, 30, 20000, rng);
        compare(OG_DES_EDE, mode, 257, 4000, rng);
    }
}

TEST(DesMany, ConstantTime) {
    Rng rng(4);
    for (og_des_mode mode : modes)
        for (std::size_t n : {0, 1, 5, 300}) compare(OG_DES_EDE3, mode, n, 100, rng, true);
}

// With two keys, the third key is the first.
TEST(DesMany, TwoKeysAreThree) {
    Rng rng(5);
    Batch batch(100, 16, 80, 8, rng);
    std::vector<og_des_message> two = batch.messages();
    ASSERT_EQ(og_des_many(OG_DES_EDE, OG_CBC, two.data(), two.size(), 0, nullptr), OG_OK);
    const Bytes got = batch.in_place ? batch.in : batch.out;
    Rng again(5);
    Batch same(100, 16, 80, 8, again);
    for (Bytes &key : same.keys) key.insert(key.end(), key.begin(), key.begin() + 8);
    std::vector<og_des_message> three = same.messages();
    ASSERT_EQ(og_des_many(OG_DES_EDE3, OG_CBC, three.data(), three.size(), 0, nullptr), OG_OK);
    EXPECT_EQ(same.in_place ? same.in : same.out, got);
}

// Input and output end or start at a guard page.
TEST(DesMany, StaysWithinItsBuffers) {
    Rng rng(6);
    for (og_des_mode mode : modes)
        for (bool at_end : {true, false}) {
            Batch batch(256, 8, 90, mode == OG_CBC ? 8 : 1, rng);
            check::GuardedPages in(batch.in.size()), out(batch.out.size());
            std::uint8_t *from = at_end ? in.end() - batch.in.size() : in.begin();
            std::uint8_t *to = at_end ? out.end() - batch.out.size() : out.begin();
            std::copy(batch.in.begin(), batch.in.end(), from);
            batch.in_place = false;
            std::vector<og_des_message> messages = batch.messages();
            for (std::size_t i = 0; i < messages.size(); i++) {
                messages[i].in = from + batch.at[i];
                messages[i].out = to + batch.to[i];
            }
            in.set_writable(false);
            ASSERT_EQ(og_des_many(OG_DES, mode, messages.data(), messages.size(), 0, nullptr), OG_OK);
            for (std::size_t i = 0; i < messages.size(); i++)
                ASSERT_EQ(Bytes(messages[i].out, messages[i].out + messages[i].size),
                          one(OG_DES, mode, batch, i));
        }
}

TEST(DesMany, WrongCalls) {
    Rng rng(7);
    Batch batch(40, 8, 80, 8, rng);
    batch.in_place = false;
    const Bytes out = batch.out;
    const auto with = [&](auto change) {
        std::vector<og_des_message> messages = batch.messages();
        change(messages[31]);
        std::size_t bad = 0;
        const int status =
            og_des_many(OG_DES, OG_CBC, messages.data(), messages.size(), OG_DES_CHECK_NONE, &bad);
        EXPECT_EQ(bad, 31u);
        EXPECT_EQ(batch.out, out) << "something was written";
        return status;
    };
    const auto checked = [&](std::uint64_t key, unsigned checks) {
        const Bytes good(8, 0x07), bytes(8, static_cast<std::uint8_t>(key));
        std::vector<og_des_message> messages = batch.messages();
        for (std::size_t i = 0; i < messages.size(); i++)
            messages[i].key = i < 5 ? good.data() : bytes.data();
        std::size_t bad = 0;
        const int status = og_des_many(OG_DES, OG_CBC, messages.data(), 40, checks, &bad);
        EXPECT_EQ(bad, status == OG_ERR_ARGUMENT ? 40u : 5u);
        return status;
    };
    EXPECT_EQ(with([](og_des_message &m) { m.key = nullptr; }), OG_ERR_NULL);
    EXPECT_EQ(with([](og_des_message &m) { m.iv = nullptr; }), OG_ERR_NULL);
    EXPECT_EQ(with([](og_des_message &m) { m.in = nullptr, m.size = 8; }), OG_ERR_NULL);
    EXPECT_EQ(with([](og_des_message &m) { m.out = nullptr, m.size = 8; }), OG_ERR_NULL);
    EXPECT_EQ(with([](og_des_message &m) { m.size = 7; }), OG_ERR_LENGTH);
    EXPECT_EQ(checked(0x01, OG_DES_CHECK_WEAK), OG_ERR_WEAK_KEY);
    EXPECT_EQ(checked(0x00, OG_DES_CHECK_PARITY), OG_ERR_PARITY);
    EXPECT_EQ(checked(0x01, 4), OG_ERR_ARGUMENT);
    const std::vector<og_des_message> messages = batch.messages();
    for (og_des_mode mode : {OG_ECB, OG_CFB1, OG_CFB8, OG_CTR, static_cast<og_des_mode>(7)})
        EXPECT_EQ(og_des_many(OG_DES, mode, messages.data(), 40, 0, nullptr), OG_ERR_ARGUMENT);
    EXPECT_EQ(og_des_many(static_cast<og_des_cipher>(3), OG_CBC, messages.data(), 40, 0, nullptr),
              OG_ERR_ARGUMENT);
    EXPECT_EQ(og_des_many(OG_DES, OG_CBC, nullptr, 1, 0, nullptr), OG_ERR_NULL);
    EXPECT_EQ(og_des_many(OG_DES, OG_CBC, nullptr, 0, 0, nullptr), OG_OK);
    EXPECT_EQ(batch.out, out);
}

using Mac = std::array<std::uint8_t, OG_DES_MAC_SIZE>;

void compare_macs(og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher, std::size_t n,
                  std::size_t most, Rng &rng, bool constant_time = false) {
    SCOPED_TRACE("algorithm " + std::to_string(algorithm) + ", padding " + std::to_string(padding) +
                 ", cipher " + std::to_string(cipher) + ", " + std::to_string(n) + " messages");
    Batch batch(n, og_des_key_size(cipher), most, 1, rng);
    std::vector<og_des_message> messages = batch.messages();
    for (og_des_message &m : messages) m.iv = m.out = nullptr;
    std::vector<Mac> macs(n + 1), want(n + 1);
    for (std::size_t i = 0; i < n; i++)
        ASSERT_EQ(og_des_mac(algorithm, padding, cipher, messages[i].key, batch.keys[i].size(),
                             messages[i].in, messages[i].size, OG_DES_CHECK_NONE, want[i].data(), 8),
                  OG_OK);
    {
        const Policy policy(constant_time ? OG_POLICY_CONSTANT_TIME : OG_POLICY_FASTEST);
        ASSERT_EQ(og_des_mac_many(algorithm, padding, cipher, messages.data(), n, 0,
                                  reinterpret_cast<std::uint8_t(*)[8]>(macs[0].data()), nullptr),
                  OG_OK);
    }
    EXPECT_EQ(macs, want);
}

constexpr std::array paddings{OG_MAC_PAD_ZEROS, OG_MAC_PAD_BIT, OG_MAC_PAD_LENGTH};

TEST(DesMacMany, LikeOneByOne) {
    for (const std::string &stem : stems("des.lanes")) {
        SCOPED_TRACE(stem);
        const Forced forced("des", stem);
        Rng rng(8);
        for (og_mac_padding padding : paddings)
            for (std::size_t n : numbers) {
                compare_macs(OG_MAC_RETAIL, padding, OG_DES_EDE, n, 60, rng);
                compare_macs(OG_MAC_CBC, padding, ciphers[n % 3], n, 60, rng);
            }
    }
}

TEST(DesMacMany, LongAndShort) {
    Rng rng(9);
    for (og_mac_padding padding : paddings)
        for (bool constant_time : {false, true})
            for (std::size_t most : {0, 1, 8, 9, 2000}) {
                compare_macs(OG_MAC_RETAIL, padding, OG_DES_EDE, 290, most, rng, constant_time);
                compare_macs(OG_MAC_CBC, padding, OG_DES_EDE3, 40, most, rng, constant_time);
                compare_macs(OG_MAC_CBC, padding, OG_DES, 3, 10 * most, rng, constant_time);
            }
}

TEST(DesMacMany, WrongCalls) {
    Rng rng(10);
    Batch batch(30, 16, 80, 1, rng);
    const std::vector<og_des_message> messages = batch.messages();
    std::vector<Mac> macs(30);
    const auto call = [&](og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher) {
        std::size_t bad = 0;
        const int status = og_des_mac_many(algorithm, padding, cipher, messages.data(), 30, 0,
                                           reinterpret_cast<std::uint8_t(*)[8]>(macs[0].data()), &bad);
        EXPECT_EQ(bad, 30u);
        return status;
    };
    EXPECT_EQ(call(OG_MAC_CMAC, OG_MAC_PAD_OWN, OG_DES_EDE), OG_ERR_ARGUMENT);
    EXPECT_EQ(call(OG_MAC_CBC, OG_MAC_PAD_OWN, OG_DES_EDE), OG_ERR_ARGUMENT);
    EXPECT_EQ(call(OG_MAC_CBC, static_cast<og_mac_padding>(4), OG_DES_EDE), OG_ERR_ARGUMENT);
    EXPECT_EQ(call(OG_MAC_RETAIL, OG_MAC_PAD_BIT, OG_DES), OG_ERR_ARGUMENT);
    EXPECT_EQ(call(OG_MAC_CBC, OG_MAC_PAD_BIT, static_cast<og_des_cipher>(3)), OG_ERR_ARGUMENT);
    EXPECT_EQ(
        og_des_mac_many(OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES_EDE, messages.data(), 30, 0, nullptr, nullptr),
        OG_ERR_NULL);
    EXPECT_EQ(macs, std::vector<Mac>(30));
}

}  // namespace

}  // namespace og::test
