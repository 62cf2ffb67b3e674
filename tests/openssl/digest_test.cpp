// SPDX-License-Identifier: MIT
// SHA1 and WHIRLPOOL through EVP, compared with the default and the legacy provider.
#include <gtest/gtest.h>

#include <openssl/core_names.h>
#include <openssl/params.h>

#include "support.hpp"

namespace og::test {
namespace {

class Digest : public testing::TestWithParam<const char *> {
protected:
    DigestPtr own_ = ours().digest(GetParam());
    DigestPtr other_ = theirs().digest(GetParam());

    void SetUp() override {
        ASSERT_TRUE(own_) << error_text();
        ASSERT_TRUE(other_) << error_text();
    }
};

Bytes finish(EVP_MD_CTX *ctx) {
    Bytes digest(EVP_MAX_MD_SIZE);
    unsigned size = 0;
    EXPECT_EQ(EVP_DigestFinal_ex(ctx, digest.data(), &size), 1) << error_text();
    digest.resize(size);
    return digest;
}

// The digest of data in pieces. A copy continues after the first piece, by EVP_MD_CTX_copy_ex into a new or
// a used context.
Bytes hash(const EVP_MD *md, const Bytes &data, std::size_t piece, bool copy = false, bool used = false) {
    DigestCtx ctx(EVP_MD_CTX_new()), second(EVP_MD_CTX_new());
    EXPECT_EQ(EVP_DigestInit_ex2(ctx.get(), md, nullptr), 1) << error_text();
    if (used) {
        EXPECT_EQ(EVP_DigestInit_ex2(second.get(), md, nullptr), 1);
        EXPECT_EQ(EVP_DigestUpdate(second.get(), "other", 5), 1);
    }
    for (std::size_t at = 0; at < data.size(); at += piece) {
        EXPECT_EQ(EVP_DigestUpdate(ctx.get(), data.data() + at, std::min(piece, data.size() - at)), 1);
        if (copy && at == 0) {
            EXPECT_EQ(EVP_MD_CTX_copy_ex(second.get(), ctx.get()), 1);
            std::swap(ctx, second);
        }
    }
    return finish(ctx.get());
}

TEST_P(Digest, Properties) {
    EXPECT_STREQ(EVP_MD_get0_name(own_.get()), EVP_MD_get0_name(other_.get()));
    EXPECT_EQ(EVP_MD_get_type(own_.get()), EVP_MD_get_type(other_.get()));
    EXPECT_EQ(EVP_MD_get_size(own_.get()), EVP_MD_get_size(other_.get()));
    EXPECT_EQ(EVP_MD_get_block_size(own_.get()), EVP_MD_get_block_size(other_.get()));
    EXPECT_EQ(EVP_MD_get_flags(own_.get()), EVP_MD_get_flags(other_.get()));
    EXPECT_FALSE(ours().digest(GetParam(), "fips=yes")) << "the provider claims FIPS";
    first_error();
}

TEST_P(Digest, EveryLength) {
    for (std::size_t size = 0; size <= 200; size++) {
        const Bytes data = random_bytes(size, 1);
        const Bytes wanted = hash(other_.get(), data, 200);
        for (const std::size_t piece : {std::size_t{1}, std::size_t{63}, std::size_t{200}}) {
            EXPECT_EQ(hash(own_.get(), data, piece), wanted) << size;
        }
    }
    const Bytes data = random_bytes(100'003, 2);
    EXPECT_EQ(hash(own_.get(), data, 1021), hash(other_.get(), data, data.size()));
}

TEST_P(Digest, CopyInTheMiddle) {
    const Bytes data = random_bytes(150, 3);
    const Bytes wanted = hash(other_.get(), data, 150);
    for (std::size_t piece = 1; piece < 150; piece++) {
        EXPECT_EQ(hash(own_.get(), data, piece, true), wanted) << piece;
        EXPECT_EQ(hash(own_.get(), data, piece, true, true), wanted) << piece;
    }
}

// A context that is used again without its digest.
TEST_P(Digest, Again) {
    DigestCtx ctx(EVP_MD_CTX_new());
    ASSERT_EQ(EVP_DigestInit_ex2(ctx.get(), own_.get(), nullptr), 1);
    EXPECT_EQ(EVP_DigestUpdate(ctx.get(), "abc", 3), 1);
    const Bytes first = finish(ctx.get());
    ASSERT_EQ(EVP_DigestInit_ex2(ctx.get(), nullptr, nullptr), 1);
    EXPECT_EQ(EVP_DigestUpdate(ctx.get(), "abc", 3), 1);
    EXPECT_EQ(finish(ctx.get()), first);
}

INSTANTIATE_TEST_SUITE_P(, Digest, testing::Values("SHA1", "WHIRLPOOL"),
                         [](const auto &info) { return std::string(info.param); });

// All names of the default provider, so that its list and this one do not contradict each other.
TEST(DigestNames, LikeDefault) {
    for (const char *name :
         {"SHA1", "SHA-1", "SSL3-SHA1", "1.3.14.3.2.26", "WHIRLPOOL", "1.0.10118.3.0.55"}) {
        EXPECT_TRUE(ours().digest(name)) << name;
    }
    Library both({"default", "legacy", "oldguard"});
    for (const char *name : {"SHA1", "WHIRLPOOL"}) {
        EXPECT_TRUE(both.digest(name, "provider=oldguard")) << name << error_text();
        EXPECT_TRUE(both.digest(name, "provider!=oldguard")) << name << error_text();
    }
}

// The hash of SSL 3.0's handshake.
TEST(DigestSsl3, MasterSecret) {
    Bytes secret = random_bytes(48, 4);
    for (const std::size_t size : {std::size_t{48}, std::size_t{47}, std::size_t{0}}) {
        Bytes outs[2];
        int results[2];
        for (const bool own : {true, false}) {
            const DigestPtr md = (own ? ours() : theirs()).digest("SHA1");
            DigestCtx ctx(EVP_MD_CTX_new());
            ASSERT_EQ(EVP_DigestInit_ex2(ctx.get(), md.get(), nullptr), 1);
            EXPECT_EQ(EVP_DigestUpdate(ctx.get(), "handshake", 9), 1);
            const OSSL_PARAM params[] = {
                OSSL_PARAM_octet_string(OSSL_DIGEST_PARAM_SSL3_MS, secret.data(), size), OSSL_PARAM_END};
            results[own] = EVP_MD_CTX_set_params(ctx.get(), params);
            outs[own] = finish(ctx.get());
            first_error();
        }
        EXPECT_EQ(results[1], results[0]) << size;
        EXPECT_EQ(outs[1], outs[0]) << size;
    }
}

}  // namespace
}  // namespace og::test
