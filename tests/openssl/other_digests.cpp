// SPDX-License-Identifier: MIT
// Calls EVP with SHA-256, which oldguard does not have, in the function `measured`. test_cost.py counts its
// instructions:  other_digests digest|hmac|pbkdf2
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

namespace {

unsigned char data[64], out[EVP_MAX_MD_SIZE];
std::size_t written;

bool digest() { return EVP_Q_digest(nullptr, "SHA256", nullptr, data, sizeof data, out, &written) == 1; }

bool hmac() {
    return EVP_Q_mac(nullptr, "HMAC", nullptr, "SHA256", nullptr, data, 20, data, sizeof data, out,
                     sizeof out, &written) != nullptr;
}

bool pbkdf2() {
    unsigned iterations = 1000;
    char name[] = "SHA256";
    const OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, name, 0),
                                 OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, data, 8),
                                 OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, data, 8),
                                 OSSL_PARAM_uint(OSSL_KDF_PARAM_ITER, &iterations), OSSL_PARAM_END};
    EVP_KDF *kdf = EVP_KDF_fetch(nullptr, "PBKDF2", nullptr);
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    const bool done = EVP_KDF_derive(ctx, out, 32, params) == 1;
    EVP_KDF_CTX_free(ctx);
    EVP_KDF_free(kdf);
    return done;
}

}  // namespace

extern "C" __attribute__((noinline)) bool measured(bool (*call)(), int calls) {
    bool done = true;
    for (int i = 0; i < calls && done; i++) {
        done = call();
    }
    return done;
}

int main(int argc, char **argv) {
    const char *name = argc == 2 ? argv[1] : "";
    bool (*call)() = std::strcmp(name, "hmac") == 0     ? hmac
                     : std::strcmp(name, "pbkdf2") == 0 ? pbkdf2
                                                        : digest;
    // The first call fetches.
    if (!call() || !measured(call, call == pbkdf2 ? 1 : 100)) {
        std::fprintf(stderr, "other_digests: %s failed\n", name);
        return EXIT_FAILURE;
    }
}
