// SPDX-License-Identifier: MIT
// Times operations of EVP by OpenSSL's own providers and by the module of bindings/openssl, in turns in one
// process:
//
//     cmake --build build --target provider_bench && build/bench/openssl/provider_bench build/openssl [TURNS]
//
// Prints a Markdown table: the least time of 25 turns of a millisecond, the ratio, and the ratio that a
// processor with AVX2 should reach. With AVX-512 it is twice that for the bit-sliced kernels: decryption of 8
// KiB and more.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/provider.h>

namespace {

void require(bool done, const char *what) {
    if (!done) {
        std::fprintf(stderr, "provider bench: %s failed\n", what);
        std::exit(1);
    }
}

struct Library {
    Library(const char *path, std::vector<const char *> providers) {
        for (const char *name : providers) {
            OSSL_PROVIDER_set_default_search_path(context, std::string(name) == "oldguard" ? path : nullptr);
            require(OSSL_PROVIDER_load(context, name) != nullptr, name);
        }
    }
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
};

// Makes the function that is timed from a library context.
using Make = std::function<std::function<void()>(OSSL_LIB_CTX *)>;

struct Row {
    std::string name;
    Make make;
    double target;  // the ratio asked for, or 0
};

Make cipher(const char *name, bool encrypt, std::size_t size) {
    return [=](OSSL_LIB_CTX *context) {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(context, name, nullptr);
        EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
        const std::vector<std::uint8_t> key(24, 7);
        require(EVP_CipherInit_ex2(ctx, cipher, key.data(), key.data(), encrypt, nullptr) == 1, name);
        EVP_CIPHER_CTX_set_padding(ctx, 0);
        return [ctx, data = std::vector<std::uint8_t>(size + 8), size]() mutable {
            int written = 0;
            EVP_CipherUpdate(ctx, data.data(), &written, data.data(), static_cast<int>(size));
        };
    };
}

Make digest(const char *name, std::size_t size) {
    return [=](OSSL_LIB_CTX *context) {
        EVP_MD *md = EVP_MD_fetch(context, name, nullptr);
        EVP_MD_CTX *ctx = EVP_MD_CTX_new();
        require(md != nullptr, name);
        return [md, ctx, data = std::vector<std::uint8_t>(size)] {
            std::uint8_t out[EVP_MAX_MD_SIZE];
            EVP_DigestInit_ex2(ctx, md, nullptr);
            EVP_DigestUpdate(ctx, data.data(), data.size());
            EVP_DigestFinal_ex(ctx, out, nullptr);
        };
    };
}

// One call with HMAC as the program gets it by default, or by these properties.
Make hmac(const char *name, std::size_t size, const char *properties = nullptr) {
    return [=](OSSL_LIB_CTX *context) {
        return [context, name, properties, data = std::vector<std::uint8_t>(size)] {
            std::uint8_t out[EVP_MAX_MD_SIZE];
            std::size_t written = 0;
            require(EVP_Q_mac(context, "HMAC", properties, name, nullptr, data.data(), 20, data.data(),
                              data.size(), out, sizeof out, &written) != nullptr,
                    name);
        };
    };
}

Make kdf(const char *name, const char *digest, std::size_t size, unsigned iterations) {
    return [=](OSSL_LIB_CTX *context) {
        EVP_KDF *kdf = EVP_KDF_fetch(context, name, nullptr);
        EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
        char text[] = "saltsalt";
        int id = 1;
        const OSSL_PARAM params[] = {
            OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, const_cast<char *>(digest), 0),
            OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, text, 8),
            OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, text, 8),
            OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS12_ID, &id),
            OSSL_PARAM_uint(OSSL_KDF_PARAM_ITER, const_cast<unsigned *>(&iterations)),
            OSSL_PARAM_END};
        require(EVP_KDF_CTX_set_params(ctx, params) == 1, name);
        return [ctx, out = std::vector<std::uint8_t>(size)]() mutable {
            require(EVP_KDF_derive(ctx, out.data(), out.size(), nullptr) == 1, "derivation");
        };
    };
}

double once(const std::function<void()> &call, long calls) {
    const auto start = std::chrono::steady_clock::now();
    for (long i = 0; i < calls; i++) {
        call();
    }
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    return time.count() / static_cast<double>(calls);
}

// Loads the module into a new library context. The first load of the process also maps the file.
double load(const char *path) {
    const auto start = std::chrono::steady_clock::now();
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    OSSL_PROVIDER_set_default_search_path(context, path);
    require(OSSL_PROVIDER_load(context, "oldguard") != nullptr, "loading");
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    return time.count();
}

}  // namespace

int main(int argc, char **argv) {
    require(argc == 2 || argc == 3, "usage: provider_bench FOLDER_OF_THE_MODULE [TURNS]");
    const int turns = argc == 3 ? std::atoi(argv[2]) : 25;
    std::printf("First load of the module: %.3f ms\n\n", load(argv[1]));
    Library ours(argv[1], {"default", "oldguard"}), theirs(argv[1], {"default", "legacy"});
    require(EVP_set_default_properties(ours.context, "?oldguard.preferred=yes") == 1, "property");

    std::vector<Row> rows;
    const struct {
        std::size_t size;
        double target;
    } sizes[] = {{16, 0}, {64, 3.3}, {256, 5}, {1024, 10}, {8192, 20}, {1 << 20, 20}};
    for (const auto &[size, target] : sizes) {
        rows.push_back(
            {"DES-EDE3-CBC decrypt " + std::to_string(size), cipher("DES-EDE3-CBC", false, size), target});
    }
    for (const std::size_t size : {64u, 8192u}) {
        rows.push_back(
            {"DES-EDE3-CBC encrypt " + std::to_string(size), cipher("DES-EDE3-CBC", true, size), 1.5});
    }
    rows.push_back({"DES-EDE3-ECB encrypt 8192", cipher("DES-EDE3-ECB", true, 8192), 20});
    rows.push_back({"DES-EDE3-CFB decrypt 8192", cipher("DES-EDE3-CFB", false, 8192), 20});
    rows.push_back({"DES-CBC decrypt 8192", cipher("DES-CBC", false, 8192), 20});
    rows.push_back({"DESX-CBC decrypt 8192", cipher("DESX-CBC", false, 8192), 0});
    rows.push_back({"WHIRLPOOL 64", digest("WHIRLPOOL", 64), 2});
    rows.push_back({"WHIRLPOOL 1024", digest("WHIRLPOOL", 1024), 2.3});
    rows.push_back({"WHIRLPOOL 1048576", digest("WHIRLPOOL", 1 << 20), 2.3});
    for (const std::size_t size : {16u, 64u, 1024u, 1u << 20}) {
        rows.push_back({"SHA1 " + std::to_string(size), digest("SHA1", size), 1});
    }
    rows.push_back({"HMAC SHA1 64, one call", hmac("SHA1", 64), 0});
    rows.push_back({"HMAC SHA256 64, one call", hmac("SHA256", 64), 0.99});
    const char *all = "?provider=oldguard";
    rows.push_back({"HMAC SHA1 64, one call, --mode=all", hmac("SHA1", 64, all), 1.3});
    rows.push_back({"HMAC WHIRLPOOL 64, one call, --mode=all", hmac("WHIRLPOOL", 64, all), 1.3});
    rows.push_back({"HMAC SHA256 64, one call, --mode=all", hmac("SHA256", 64, all), 0});
    rows.push_back({"PBKDF2 SHA1 20, 1000 iterations", kdf("PBKDF2", "SHA1", 20, 1000), 3.5});
    rows.push_back({"PBKDF2 SHA1 128, 1000 iterations", kdf("PBKDF2", "SHA1", 128, 1000), 3.5});
    rows.push_back({"PBKDF2 WHIRLPOOL 64, 1000 iterations", kdf("PBKDF2", "WHIRLPOOL", 64, 1000), 3.3});
    rows.push_back({"PBKDF2 SHA256 32, 1000 iterations (handed over)", kdf("PBKDF2", "SHA256", 32, 1000), 0});
    rows.push_back({"PKCS12KDF SHA1 24, 1000 iterations", kdf("PKCS12KDF", "SHA1", 24, 1000), 3});

    std::printf(
        "| operation, bytes | OpenSSL, ns | oldguard, ns | ratio | target |\n|---|---:|---:|---:|---:|\n");
    for (const Row &row : rows) {
        const std::function<void()> calls[2] = {row.make(theirs.context), row.make(ours.context)};
        double best[2] = {std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
        // About a millisecond for a turn of either.
        const long counts[2] = {std::max(1L, static_cast<long>(1e6 / once(calls[0], 3))),
                                std::max(1L, static_cast<long>(1e6 / once(calls[1], 3)))};
        for (int turn = 0; turn < turns; turn++) {
            for (int i = 0; i < 2; i++) {
                best[i] = std::min(best[i], once(calls[i], counts[i]));
            }
        }
        std::printf("| %s | %.0f | %.0f | %.2f | ", row.name.c_str(), best[0], best[1], best[0] / best[1]);
        row.target > 0 ? std::printf("%.1f |\n", row.target) : std::printf("|\n");
        std::fflush(stdout);
    }
}
