// SPDX-License-Identifier: MIT
// HMAC in parts and PBKDF2, alone and of several passwords, through any kernel, against OpenSSL.
#include "openssl.hpp"

#include <openssl/hmac.h>

#include <algorithm>

namespace og::fuzz {
namespace {

constexpr std::size_t most = 3000;

void check_hmac(Input &input, og_hash hash, const EVP_MD *openssl) {
    const Bytes key = take_message(input, 200), message = take_message(input, most);
    const auto parts = take_parts(input, message.size());
    Bytes want(og_hash_size(hash)), got(og_hash_size(hash));
    // NULL would mean the key of before to OpenSSL.
    expect(HMAC(openssl, key.empty() ? want.data() : key.data(), static_cast<int>(key.size()), message.data(),
                message.size(), want.data(), nullptr) != nullptr,
           "OpenSSL refuses");
    expect(og_hmac(hash, key.data(), key.size(), message.data(), message.size(), got.data()) == OG_OK &&
               got == want,
           "one call");

    static Edge edge(most);
    const std::uint8_t *at = edge.hold(message);
    og_hmac_ctx ctx;
    expect(og_hmac_init(&ctx, hash, key.data(), key.size()) == OG_OK, "init");
    for (std::size_t part : parts) {
        expect(og_hmac_update(&ctx, at, part) == OG_OK, "update");
        at += part;
    }
    expect(og_hmac_final(&ctx, got.data()) == OG_OK && got == want, "parts");
}

void check_pbkdf2(Input &input, og_hash hash, const EVP_MD *openssl) {
    const Bytes password = take_message(input, 200), salt = take_message(input, 200);
    const unsigned iterations = input.ConsumeIntegralInRange(1u, 20u);
    Bytes want(input.ConsumeIntegralInRange<std::size_t>(1, 64 * 20)), got(want.size());
    expect(PKCS5_PBKDF2_HMAC(reinterpret_cast<const char *>(password.data()),
                             static_cast<int>(password.size()), salt.data(), static_cast<int>(salt.size()),
                             static_cast<int>(iterations), openssl, static_cast<int>(want.size()),
                             want.data()) == 1,
           "OpenSSL refuses");
    static Edge edge(64 * 20);
    std::uint8_t *out = edge.hold(got);
    expect(og_pbkdf2(hash, password.data(), password.size(), salt.data(), salt.size(), iterations, out,
                     got.size()) == OG_OK &&
               std::equal(want.begin(), want.end(), out),
           "pbkdf2");
}

// Several derivations at once.
void check_many(Input &input, og_hash hash, const EVP_MD *openssl) {
    const std::size_t n = input.ConsumeIntegralInRange<std::size_t>(0, 40);
    std::vector<Bytes> passwords, salts, want, got;
    std::vector<og_pbkdf2_derivation> all;
    for (std::size_t i = 0; i < n; i++) {
        passwords.push_back(take_message(input, 80));
        salts.push_back(take_message(input, 80));
        const unsigned iterations = input.ConsumeIntegralInRange(1u, 6u);
        want.emplace_back(input.ConsumeIntegralInRange<std::size_t>(1, 100));
        expect(PKCS5_PBKDF2_HMAC(reinterpret_cast<const char *>(passwords[i].data()),
                                 static_cast<int>(passwords[i].size()), salts[i].data(),
                                 static_cast<int>(salts[i].size()), static_cast<int>(iterations), openssl,
                                 static_cast<int>(want[i].size()), want[i].data()) == 1,
               "OpenSSL refuses");
        got.emplace_back(want[i].size());
        all.push_back({passwords[i].data(), passwords[i].size(), salts[i].data(), salts[i].size(), iterations,
                       got[i].data(), got[i].size()});
    }
    std::size_t bad = n + 1;
    expect(og_pbkdf2_many(hash, all.data(), n, &bad) == OG_OK && bad == n && got == want, "many");
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"sha1.", "whirlpool.", "pbkdf2."});
    const og_hash hash = input.ConsumeBool() ? OG_HASH_SHA1 : OG_HASH_WHIRLPOOL;
    const EVP_MD *openssl = openssl_hash(hash == OG_HASH_SHA1 ? "SHA1" : "WHIRLPOOL");
    switch (input.ConsumeIntegralInRange(0, 2)) {
    case 0:
        check_pbkdf2(input, hash, openssl);
        break;
    case 1:
        check_hmac(input, hash, openssl);
        break;
    default:
        check_many(input, hash, openssl);
    }
    return 0;
}
