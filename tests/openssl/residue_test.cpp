// SPDX-License-Identifier: MIT
// No call leaves a plaintext or a key on the stack.
#include "../stack_after.hpp"
#include "ciphers.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace og::test {
namespace {

// Returns whether any of these blocks is on a stack.
bool has_a_block(const Bytes &stack, const Bytes &blocks) {
    for (std::size_t at = 0; at + 8 <= blocks.size(); at += 8)
        if (std::search(stack.begin(), stack.end(), &blocks[at], &blocks[at] + 8) != stack.end()) return true;
    return false;
}

TEST(ProviderResidue, TheSearchFindsABlock) {
    const Bytes secret = random_bytes(24, 30);
    EXPECT_TRUE(has_a_block(stack_after([&] {
                                volatile std::uint8_t copy[64];
                                for (std::size_t i = 0; i < sizeof copy; i++) copy[i] = secret[i % 24];
                                (void)copy[0];
                            }),
                            secret));
}

// Each call by itself: the next would write over what this one leaves.
TEST(ProviderResidue, Ciphers) {
    static Bytes out;
    for (const char *name : all_ciphers)
        for (const int encrypt : {0, 1}) {
            SCOPED_TRACE(std::string(name) + (encrypt ? " encryption" : " decryption"));
            const CipherPtr cipher = ours().cipher(name);
            const Bytes key =
                random_bytes(static_cast<std::size_t>(EVP_CIPHER_get_key_length(cipher.get())), 31);
            const Bytes iv = random_bytes(8, 32), plain = random_bytes(45, 33);
            Bytes coded(64);
            int size = 0, rest = 0;
            const CipherCtx first(EVP_CIPHER_CTX_new());
            ASSERT_EQ(EVP_CipherInit_ex2(first.get(), cipher.get(), key.data(), iv.data(), 1, nullptr), 1);
            ASSERT_EQ(EVP_CipherUpdate(first.get(), coded.data(), &size, plain.data(), 45), 1);
            ASSERT_EQ(EVP_CipherFinal_ex(first.get(), coded.data() + size, &rest), 1);
            coded.resize(static_cast<std::size_t>(size + rest));
            // The whole last block, if there is padding.
            Bytes padded = plain;
            if (coded.size() == 48) padded.resize(48, 3);
            const Bytes &in = encrypt ? plain : coded;
            out.assign(100, 0);
            const CipherCtx ctx(EVP_CIPHER_CTX_new());
            int done[3] = {};
            const auto expect_nothing = [&](const char *call, const std::function<void()> &job) {
                const Bytes stack = stack_after(job);
                EXPECT_FALSE(has_a_block(stack, padded) || has_a_block(stack, key)) << call;
            };
            expect_nothing("init", [&] {
                done[0] =
                    EVP_CipherInit_ex2(ctx.get(), cipher.get(), key.data(), iv.data(), encrypt, nullptr);
            });
            expect_nothing("update", [&] {
                done[1] =
                    EVP_CipherUpdate(ctx.get(), out.data(), &size, in.data(), static_cast<int>(in.size()));
            });
            expect_nothing("final",
                           [&] { done[2] = EVP_CipherFinal_ex(ctx.get(), out.data() + size, &rest); });
            EXPECT_TRUE(done[0] == 1 && done[1] == 1 && done[2] == 1);
            out.resize(static_cast<std::size_t>(size + rest));
            EXPECT_EQ(out, encrypt ? coded : plain);
        }
}

}  // namespace
}  // namespace og::test
