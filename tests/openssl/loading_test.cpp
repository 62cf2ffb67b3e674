// SPDX-License-Identifier: MIT
// The module as a whole: loads and unloads, threads, a fork, other providers beside it, wrong variables.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>

#include "ciphers.hpp"

namespace og::test {
namespace {

const Plan message{.encrypt = false, .padding = false, .data = random_bytes(4096, 1), .piece = 1000};

TEST(Loading, Parameters) {
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    OSSL_PROVIDER_set_default_search_path(context, modules());
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, "oldguard");
    ASSERT_NE(provider, nullptr) << error_text();
    const char *name = nullptr, *version = nullptr, *build = nullptr;
    unsigned status = 0;
    OSSL_PARAM params[] = {OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, &name, 0),
                           OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, &version, 0),
                           OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, &build, 0),
                           OSSL_PARAM_uint(OSSL_PROV_PARAM_STATUS, &status), OSSL_PARAM_END};
    EXPECT_EQ(OSSL_PROVIDER_get_params(provider, params), 1);
    EXPECT_NE(std::string(name).find("oldguard"), std::string::npos);
    EXPECT_STREQ(version, OLDGUARD_PROVIDER_VERSION);
    EXPECT_STREQ(build, OLDGUARD_PROVIDER_VERSION);
    EXPECT_EQ(status, 1u);
    OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(context);
}

TEST(Loading, ThreeHundredTimes) {
    const Bytes wanted = run(theirs().cipher("DES-EDE3-CBC").get(), message).out;
    for (int i = 0; i < 300; i++) {
        Library library({"oldguard"});
        ASSERT_EQ(run(library.cipher("DES-EDE3-CBC").get(), message).out, wanted);
    }
}

// Operations that run while their provider is unloaded finish.
TEST(Loading, UnloadInTheMiddle) {
    Library library({"oldguard"});
    const DigestPtr md = library.digest("SHA1");
    const CipherPtr cipher = library.cipher("DES-EDE3-CBC");
    DigestCtx digest(EVP_MD_CTX_new());
    CipherCtx ctx(EVP_CIPHER_CTX_new());
    const Bytes key = random_bytes(24, 2);
    ASSERT_EQ(EVP_DigestInit_ex2(digest.get(), md.get(), nullptr), 1);
    ASSERT_EQ(EVP_DigestUpdate(digest.get(), "a", 1), 1);
    ASSERT_EQ(EVP_EncryptInit_ex2(ctx.get(), cipher.get(), key.data(), key.data(), nullptr), 1);
    library.unload(0);
    Bytes out(64);
    unsigned size = 0;
    int written = 0;
    EXPECT_EQ(EVP_DigestUpdate(digest.get(), "bc", 2), 1);
    EXPECT_EQ(EVP_DigestFinal_ex(digest.get(), out.data(), &size), 1);
    EXPECT_EQ(out[0], 0xa9);  // SHA-1 of "abc" is a9993e36...
    EXPECT_EQ(EVP_EncryptUpdate(ctx.get(), out.data(), &written, key.data(), 24), 1);
    EXPECT_EQ(EVP_EncryptFinal_ex(ctx.get(), out.data() + written, &written), 1);
    EXPECT_FALSE(library.digest("SHA1")) << "the provider is still there";
    first_error();
}

// What one thread of eight does, again and again.
bool work(const EVP_CIPHER *cipher, const Bytes &wanted, int times) {
    for (int i = 0; i < times; i++) {
        if (run(cipher, message).out != wanted) {
            return false;
        }
        const DigestPtr md = ours().digest("WHIRLPOOL");
        DigestCtx ctx(EVP_MD_CTX_new());
        if (!md || EVP_DigestInit_ex2(ctx.get(), md.get(), nullptr) != 1) {
            return false;
        }
    }
    return true;
}

// Whether a child of a process with threads can allocate memory. The allocators of the sanitizers stay locked
// in it if another thread was in them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool child_can_allocate = false;
#else
constexpr bool child_can_allocate = true;
#endif

TEST(Loading, ThreadsAndFork) {
    const Bytes wanted = run(theirs().cipher("DES-EDE3-CBC").get(), message).out;
    const CipherPtr cipher = ours().cipher("DES-EDE3-CBC");
    std::atomic<int> good = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; i++) {
        threads.emplace_back([&] { good += work(cipher.get(), wanted, 50); });
    }
    // The child has the parent's memory in the middle of the work.
    if (child_can_allocate) {
        const pid_t child = fork();
        if (child == 0) {
            _exit(run(cipher.get(), message).out == wanted ? 0 : 1);
        }
        int status = -1;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    EXPECT_EQ(good, 8);
}

// The order of activation decides, and a property chooses.
TEST(Loading, BesideDefault) {
    const auto provider = [](const CipherPtr &cipher) {
        return std::string(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher.get())));
    };
    Library first({"oldguard", "default"}), last({"default", "oldguard"});
    EXPECT_EQ(provider(first.cipher("DES-EDE3-CBC")), "oldguard");
    EXPECT_EQ(provider(first.cipher("AES-128-CBC")), "default");
    EXPECT_EQ(provider(last.cipher("DES-EDE3-CBC", "?provider=oldguard")), "oldguard");
    EXPECT_EQ(provider(last.cipher("DES-CBC")), "oldguard");  // the default provider lacks it
    EXPECT_EQ(EVP_set_default_properties(last.get(), "?provider=oldguard"), 1);
    EXPECT_EQ(provider(last.cipher("DES-EDE3-CBC")), "oldguard");
    EXPECT_EQ(provider(last.cipher("AES-128-CBC")), "default");
}

// Without the default provider what is missing is an error in the queue.
TEST(Loading, WithoutDefault) {
    Library library({"oldguard", "base"});
    EXPECT_FALSE(library.cipher("AES-128-CBC"));
    EXPECT_NE(error_text().find("unsupported"), std::string::npos);
    EXPECT_FALSE(library.digest("SHA256"));
    EXPECT_NE(error_text().find("unsupported"), std::string::npos);
    EXPECT_EQ(EVP_PKEY_CTX_new_from_name(library.get(), "RSA", nullptr), nullptr);
    first_error();
}

// Run by CTest with wrong OLDGUARD_* variables, each in its own process.
TEST(Config, WrongVariable) {
    const char *wanted = std::getenv("OLDGUARD_TEST_VARIABLE");
    if (wanted == nullptr) {
        GTEST_SKIP() << "needs a wrong variable";
    }
    try {
        Library library({"oldguard"});
        FAIL() << "the provider was loaded";
    } catch (const std::exception &error) {
        EXPECT_NE(std::string(error.what()).find(wanted), std::string::npos) << error.what();
    }
}

// Run by CTest with OLDGUARD_POLICY=constant-time, under which CBC encryption has no kernel.
TEST(Config, ConstantTime) {
    const char *policy = std::getenv("OLDGUARD_POLICY");
    if (policy == nullptr) {
        GTEST_SKIP() << "needs OLDGUARD_POLICY";
    }
    const CipherPtr cipher = ours().cipher("DES-EDE3-CBC");
    EXPECT_EQ(run(cipher.get(), message).out, run(theirs().cipher("DES-EDE3-CBC").get(), message).out);
    const Bytes key = random_bytes(24, 3);
    CipherCtx ctx(EVP_CIPHER_CTX_new());
    Bytes out(64);
    int written = 0;
    ASSERT_EQ(EVP_EncryptInit_ex2(ctx.get(), cipher.get(), key.data(), key.data(), nullptr), 1);
    EXPECT_EQ(EVP_EncryptUpdate(ctx.get(), out.data(), &written, key.data(), 24), 0);
    EXPECT_NE(error_text().find("OLDGUARD_POLICY"), std::string::npos);
}

}  // namespace
}  // namespace og::test
