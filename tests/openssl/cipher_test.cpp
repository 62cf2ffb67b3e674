// SPDX-License-Identifier: MIT
// Every cipher through EVP, compared call by call with the default and the legacy provider.
#include "ciphers.hpp"

#include <gtest/gtest.h>

#include <climits>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

namespace og::test {
namespace {

class Cipher : public testing::TestWithParam<const char *> {
protected:
    CipherPtr own_ = ours().cipher(GetParam());
    CipherPtr other_ = theirs().cipher(GetParam());

    void SetUp() override {
        ASSERT_TRUE(own_) << error_text();
        ASSERT_TRUE(other_) << error_text();
    }
    // Does the same with both ciphers and compares what was recorded.
    void same(const Plan &plan) {
        const Record own = run(own_.get(), plan), other = run(other_.get(), plan);
        EXPECT_EQ(own, other) << plan << "\nown:   " << own << "\nother: " << other;
    }
};

TEST_P(Cipher, Properties) {
    const EVP_CIPHER *own = own_.get(), *other = other_.get();
    EXPECT_STREQ(EVP_CIPHER_get0_name(own), EVP_CIPHER_get0_name(other));
    EXPECT_EQ(EVP_CIPHER_get_nid(own), EVP_CIPHER_get_nid(other));
    EXPECT_EQ(EVP_CIPHER_get_mode(own), EVP_CIPHER_get_mode(other));
    EXPECT_EQ(EVP_CIPHER_get_flags(own), EVP_CIPHER_get_flags(other));
    EXPECT_EQ(EVP_CIPHER_get_key_length(own), EVP_CIPHER_get_key_length(other));
    EXPECT_EQ(EVP_CIPHER_get_iv_length(own), EVP_CIPHER_get_iv_length(other));
    EXPECT_EQ(EVP_CIPHER_get_block_size(own), EVP_CIPHER_get_block_size(other));
    EXPECT_TRUE(EVP_CIPHER_is_a(own, EVP_CIPHER_get0_name(other)));
    EXPECT_FALSE(ours().cipher(GetParam(), "fips=yes")) << "the provider claims FIPS";
    first_error();
}

TEST_P(Cipher, EveryLength) {
    for (const bool padding : {true, false}) {
        for (std::size_t size = 0; size <= 70; size++) {
            for (const std::size_t piece : {size, std::size_t{1}, std::size_t{7}, std::size_t{16}}) {
                same({.encrypt = true, .padding = padding, .data = random_bytes(size, 1), .piece = piece});
                same({.encrypt = false, .padding = padding, .data = random_bytes(size, 1), .piece = piece});
            }
        }
    }
}

TEST_P(Cipher, LongMessages) {
    for (const std::size_t size : {256u, 1000u, 1024u, 2047u, 4096u, 8192u, 20'011u}) {
        for (const std::size_t piece : {size, std::size_t{1021}}) {
            for (const bool encrypt : {true, false}) {
                same({.encrypt = encrypt,
                      .padding = size % 8 != 0,
                      .data = random_bytes(size, 2),
                      .piece = piece});
            }
        }
    }
}

// What one provider encrypts with padding the other one decrypts.
TEST_P(Cipher, Padding) {
    for (std::size_t size = 0; size <= 40; size++) {
        const Bytes data = random_bytes(size, 3);
        const Record encrypted = run(own_.get(), {.encrypt = true, .data = data, .piece = 5});
        for (const EVP_CIPHER *cipher : {own_.get(), other_.get()}) {
            const Record decrypted = run(cipher, {.encrypt = false, .data = encrypted.out, .piece = 9});
            EXPECT_EQ(decrypted.out, data) << size;
            EXPECT_EQ(decrypted.error, 0u);
        }
    }
}

// Every last byte of a message, right and wrong padding.
TEST_P(Cipher, WrongPadding) {
    if (EVP_CIPHER_get_block_size(own_.get()) == 1) {
        GTEST_SKIP() << "a stream has no padding";
    }
    for (unsigned last = 0; last < 256; last++) {
        for (unsigned before = 0; before < 9; before++) {
            Bytes data(16, static_cast<std::uint8_t>(last));
            if (before > 0) {
                data[15 - before % 8] ^= 1;
            }
            const Record encrypted =
                run(other_.get(), {.encrypt = true, .padding = false, .data = data, .piece = 16});
            same({.encrypt = false, .data = encrypted.out, .piece = 16});
        }
    }
}

// The IV and the position after each number of bytes, and a message that starts there.
TEST_P(Cipher, Position) {
    for (std::size_t size = 0; size <= 24; size++) {
        same({.encrypt = true,
              .padding = false,
              .data = random_bytes(48, 4),
              .piece = size + 1,
              .positions = true});
        same({.encrypt = false,
              .padding = false,
              .data = random_bytes(48, 4),
              .piece = size + 1,
              .positions = true});
    }
    const int mode = EVP_CIPHER_get_mode(own_.get());
    if (mode == EVP_CIPH_OFB_MODE || mode == EVP_CIPH_CFB_MODE) {
        for (unsigned num = 0; num < 8; num++) {
            for (const bool encrypt : {true, false}) {
                const Plan plan{.encrypt = encrypt,
                                .data = random_bytes(30, 5),
                                .piece = 30,
                                .num = static_cast<int>(num)};
                // From 3.0.20 on OpenSSL takes 0 alone: it compares the number with the block size, 1 for a
                // stream.
                if (num == 0 || run(other_.get(), plan).results.at(1) == 1) {
                    same(plan);
                } else {
                    EXPECT_EQ(run(own_.get(), plan).results.at(1), 1) << plan;
                }
            }
        }
    }
}

// EVP_Cipher takes any number of whole blocks. A partial block is an error in ECB and CBC, and writes
// nothing.
TEST_P(Cipher, OneCall) {
    const Bytes key = random_bytes(32, 9), iv = random_bytes(16, 10), in = random_bytes(64, 11);
    const unsigned block = static_cast<unsigned>(EVP_CIPHER_get_block_size(own_.get()));
    for (unsigned size = 1; size <= 48; size++) {
        for (const int encrypt : {1, 0}) {
            Bytes out[2] = {Bytes(64), Bytes(64)};
            int returned[2]{};
            for (const int which : {0, 1}) {
                CipherCtx ctx(EVP_CIPHER_CTX_new());
                EVP_CipherInit_ex2(ctx.get(), which == 0 ? own_.get() : other_.get(), key.data(), iv.data(),
                                   encrypt, nullptr);
                returned[which] = EVP_Cipher(ctx.get(), out[which].data(), in.data(), size);
            }
            if (size % block == 0) {
                EXPECT_EQ(returned[0], returned[1]) << size;
                EXPECT_EQ(out[0], out[1]) << size;
            } else {
                EXPECT_EQ(returned[0], -1) << size;
                EXPECT_EQ(first_error(), ERR_PACK(ERR_LIB_PROV, 0, PROV_R_WRONG_FINAL_BLOCK_LENGTH)) << size;
                EXPECT_EQ(out[0], Bytes(64)) << size;
            }
            first_error();
        }
    }
}

// Messages under one key: with a new IV, the old IV, the other direction, and a new key.
TEST_P(Cipher, Restart) {
    for (const bool with_iv : {true, false}) {
        for (const bool with_key : {true, false}) {
            for (const bool turn : {true, false}) {
                same({.encrypt = true,
                      .data = random_bytes(43, 6),
                      .piece = 11,
                      .again = {{with_key, with_iv, turn}}});
            }
        }
    }
}

// A key first, then the IV, and the reverse. No IV at all.
TEST_P(Cipher, InitInSteps) {
    for (const Order order : {Order::key_then_iv, Order::iv_then_key, Order::no_iv}) {
        same({.encrypt = true, .data = random_bytes(43, 7), .piece = 43, .order = order});
        same({.encrypt = false, .padding = false, .data = random_bytes(48, 7), .piece = 48, .order = order});
    }
}

// Without any IV the chain goes on in the next message.
TEST_P(Cipher, ChainWithoutIv) {
    for (const bool turn : {true, false}) {
        for (const bool key : {true, false}) {
            same({.data = random_bytes(43, 7),
                  .piece = 9,
                  .order = Order::no_iv,
                  .again = {{key, false, turn}}});
        }
    }
}

TEST_P(Cipher, CopyInTheMiddle) {
    for (std::size_t at = 0; at <= 32; at++) {
        const Plan plan{.encrypt = true, .data = random_bytes(64, 8), .piece = at, .copy = true};
        same(plan);
    }
}

TEST_P(Cipher, BadCalls) {
    const Bytes key = random_bytes(32, 9), iv = random_bytes(16, 10);
    for (const EVP_CIPHER *cipher : {own_.get(), other_.get()}) {
        CipherCtx ctx(EVP_CIPHER_CTX_new());
        int written = 0;
        Bytes out(64);
        // No key.
        EXPECT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher, nullptr, iv.data(), 1, nullptr), 1);
        EXPECT_EQ(EVP_CipherUpdate(ctx.get(), out.data(), &written, out.data(), 8), 0);
        EXPECT_NE(first_error(), 0u);
        EXPECT_EQ(EVP_CipherFinal_ex(ctx.get(), out.data(), &written), 0);
        EXPECT_NE(first_error(), 0u);
        // Another length of the key or the IV, and an unknown parameter.
        EXPECT_EQ(EVP_CIPHER_CTX_set_key_length(ctx.get(), 5), 0);
        first_error();
        unsigned nothing = 1;
        const OSSL_PARAM params[] = {OSSL_PARAM_uint("no-such-parameter", &nothing), OSSL_PARAM_END};
        EXPECT_EQ(EVP_CIPHER_CTX_set_params(ctx.get(), params), 1);
        char text[] = "x";
        const OSSL_PARAM typed[] = {OSSL_PARAM_utf8_string(OSSL_CIPHER_PARAM_PADDING, text, 1),
                                    OSSL_PARAM_END};
        EXPECT_EQ(EVP_CIPHER_CTX_set_params(ctx.get(), typed), 0);
        EXPECT_NE(first_error(), 0u);
        // A wrong final block.
        EXPECT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher, key.data(), iv.data(), 0, nullptr), 1);
        EXPECT_EQ(EVP_CipherUpdate(ctx.get(), out.data(), &written, iv.data(), 5), 1);
        const bool stream = EVP_CIPHER_get_block_size(cipher) == 1;
        EXPECT_EQ(EVP_CipherFinal_ex(ctx.get(), out.data(), &written), stream);
        EXPECT_EQ(first_error() != 0, !stream);
    }
}

TEST_P(Cipher, NegativeSizes) {
    const Bytes key = random_bytes(32, 9), iv = random_bytes(16, 10);
    for (const int encrypt : {0, 1}) {
        for (int waiting = 0; waiting <= 8; waiting++) {
            for (const int size : {-1, -2, -7, -8, -9, -16, INT_MIN}) {
                CipherCtx ctx(EVP_CIPHER_CTX_new());
                int written = 0;
                Bytes out(64);
                ASSERT_EQ(EVP_CipherInit_ex2(ctx.get(), own_.get(), key.data(), iv.data(), encrypt, nullptr),
                          1);
                ASSERT_EQ(EVP_CipherUpdate(ctx.get(), out.data(), &written, iv.data(), waiting), 1);
                EXPECT_EQ(EVP_CipherUpdate(ctx.get(), out.data(), &written, iv.data(), size), 0)
                    << size << " after " << waiting;
            }
        }
    }
    first_error();
}

TEST_P(Cipher, RandomKey) {
    const int size = EVP_CIPHER_get_key_length(own_.get());
    CipherCtx ctx(EVP_CIPHER_CTX_new());
    ASSERT_EQ(EVP_CipherInit_ex2(ctx.get(), own_.get(), nullptr, nullptr, 1, nullptr), 1);
    Bytes first(static_cast<std::size_t>(size)), second = first;
    ASSERT_EQ(EVP_CIPHER_CTX_rand_key(ctx.get(), first.data()), 1) << error_text();
    ASSERT_EQ(EVP_CIPHER_CTX_rand_key(ctx.get(), second.data()), 1) << error_text();
    EXPECT_NE(first, second);
    for (const std::uint8_t byte : first) {
        EXPECT_EQ(__builtin_popcount(byte) % 2, 1) << "the parity is even";
    }
}

std::string test_name(const testing::TestParamInfo<const char *> &info) {
    std::string name = info.param;
    std::erase(name, '-');
    return name;
}

INSTANTIATE_TEST_SUITE_P(, Cipher, testing::ValuesIn(all_ciphers), test_name);

// Bits instead of bytes, which the default provider offers for Triple DES.
TEST(CipherBits, LikeDefault) {
    for (std::size_t bits = 1; bits <= 40; bits++) {
        Bytes outs[2];
        for (const bool own : {true, false}) {
            const CipherPtr cipher = (own ? ours() : theirs()).cipher("DES-EDE3-CFB1");
            const Bytes key = random_bytes(24, 11), iv = random_bytes(8, 12), data = random_bytes(5, 13);
            CipherCtx ctx(EVP_CIPHER_CTX_new());
            ASSERT_EQ(EVP_CipherInit_ex2(ctx.get(), cipher.get(), key.data(), iv.data(), 1, nullptr), 1);
            EVP_CIPHER_CTX_set_flags(ctx.get(), EVP_CIPH_FLAG_LENGTH_BITS);
            Bytes out(5, 0xa5);
            int written = 0;
            ASSERT_EQ(EVP_CipherUpdate(ctx.get(), out.data(), &written, data.data(), static_cast<int>(bits)),
                      1);
            EXPECT_EQ(written, static_cast<int>(bits));
            outs[own] = out;
        }
        EXPECT_EQ(outs[0], outs[1]) << bits;
    }
}

}  // namespace
}  // namespace og::test
