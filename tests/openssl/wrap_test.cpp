// SPDX-License-Identifier: MIT
// DES3-WRAP: what one provider wraps the other one unwraps.
#include <gtest/gtest.h>

#include <openssl/err.h>

#include "support.hpp"

namespace og::test {
namespace {

// Wraps or unwraps, in place if asked. An empty result is an error.
Bytes wrap(Library &library, bool encrypt, const Bytes &data, bool in_place = false) {
    const CipherPtr cipher = library.cipher("DES3-WRAP");
    EXPECT_TRUE(cipher) << error_text();
    const Bytes key = random_bytes(24, 1);
    CipherCtx ctx(EVP_CIPHER_CTX_new());
    EVP_CIPHER_CTX_set_flags(ctx.get(), EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    EXPECT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher.get(), key.data(), nullptr, encrypt, nullptr), 1);
    Bytes out(data.size() + 16);
    std::copy(data.begin(), data.end(), out.begin());
    int written = 0;
    const std::uint8_t *in = in_place ? out.data() : data.data();
    if (EVP_CipherUpdate(ctx.get(), out.data(), &written, in, static_cast<int>(data.size())) != 1) {
        written = 0;
    }
    out.resize(static_cast<std::size_t>(written));
    return out;
}

TEST(Wrap, BothWays) {
    for (const std::size_t size : {8u, 16u, 24u, 40u, 64u, 264u}) {
        const Bytes data = random_bytes(size, 2);
        for (const bool in_place : {true, false}) {
            for (const bool own : {true, false}) {
                // In place, the default provider of 3.0 wraps a checksum of bytes that it has moved.
                const Bytes wrapped = wrap(own ? ours() : theirs(), true, data, in_place && own);
                EXPECT_EQ(wrapped.size(), size + 16);
                EXPECT_EQ(wrap(ours(), false, wrapped, in_place), data) << size;
                EXPECT_EQ(wrap(theirs(), false, wrapped, in_place), data) << size;
            }
        }
    }
}

// Asks for the size of the output, as CMS does, and gives a buffer of that size. The bytes behind it must
// remain, whether the checksum is right or not.
TEST(Wrap, WritesTheSizeItReports) {
    const Bytes key = random_bytes(24, 1), data = random_bytes(24, 7);
    const CipherPtr cipher = ours().cipher("DES3-WRAP");
    CipherCtx ctx(EVP_CIPHER_CTX_new());
    EVP_CIPHER_CTX_set_flags(ctx.get(), EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    Bytes wrapped = wrap(ours(), true, data);
    for (const bool damaged : {false, true}) {
        for (const bool encrypt : {true, false}) {
            const Bytes &in = encrypt ? data : wrapped;
            const int size = static_cast<int>(in.size());
            int reported = 0, written = 0;
            ASSERT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher.get(), key.data(), nullptr, encrypt, nullptr), 1);
            ASSERT_EQ(EVP_CipherUpdate(ctx.get(), nullptr, &reported, in.data(), size), 1);
            ASSERT_EQ(reported, encrypt ? size + 16 : size - 16);
            Bytes out(static_cast<std::size_t>(reported) + 32, 0xa5);
            const int done = EVP_CipherUpdate(ctx.get(), out.data(), &written, in.data(), size);
            EXPECT_EQ(done, encrypt || !damaged);
            EXPECT_EQ(Bytes(out.begin() + reported, out.end()), Bytes(32, 0xa5)) << encrypt << damaged;
            if (done == 0) EXPECT_EQ(Bytes(out.begin(), out.begin() + reported), Bytes(24)) << "released";
        }
        wrapped[20] ^= 1;
    }
    first_error();
}

TEST(Wrap, NewIvEachTime) {
    const Bytes data = random_bytes(24, 3);
    EXPECT_NE(wrap(ours(), true, data), wrap(ours(), true, data));
}

TEST(Wrap, Damaged) {
    const Bytes wrapped = wrap(ours(), true, random_bytes(24, 4));
    for (std::size_t bit = 0; bit < 8 * wrapped.size(); bit += 5) {
        Bytes damaged = wrapped;
        damaged[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
        EXPECT_TRUE(wrap(ours(), false, damaged).empty()) << bit;
        EXPECT_NE(first_error(), 0u);
    }
}

TEST(Wrap, WrongSizes) {
    for (const std::size_t size : {1u, 7u, 9u, 23u}) {
        EXPECT_TRUE(wrap(ours(), true, random_bytes(size, 5)).empty());
        EXPECT_NE(first_error(), 0u);
    }
    for (const std::size_t size : {8u, 16u, 17u, 39u}) {
        EXPECT_TRUE(wrap(ours(), false, random_bytes(size, 6)).empty());
        EXPECT_NE(first_error(), 0u);
    }
}

}  // namespace
}  // namespace og::test
