// SPDX-License-Identifier: MIT
// The key derivation of PKCS #12, one and many at a time, through any kernel, against OpenSSL.
#include "openssl.hpp"

#include <openssl/pkcs12.h>

#include <algorithm>

namespace og::fuzz {
namespace {

constexpr std::size_t most = 300;

struct Derivation {
    int id;
    Bytes password, salt, out;
};

Bytes by_openssl(const EVP_MD *hash, Derivation d, unsigned iterations) {
    d.password.reserve(1);  // OpenSSL takes no NULL
    Bytes out(d.out.size());
    expect(PKCS12_key_gen_uni(d.password.data(), static_cast<int>(d.password.size()), d.salt.data(),
                              static_cast<int>(d.salt.size()), d.id, static_cast<int>(iterations),
                              static_cast<int>(out.size()), out.data(), hash) == 1,
           "OpenSSL refuses");
    return out;
}

Derivation take_derivation(Input &input) {
    Derivation d;
    d.id = input.ConsumeIntegralInRange(1, 3);
    d.password = take_message(input, 200);
    d.salt = take_message(input, 200);
    if (d.salt.empty()) d.salt.push_back(1);  // OpenSSL takes no empty salt
    d.out = Bytes(input.ConsumeIntegralInRange<std::size_t>(1, most));
    return d;
}

void check(og_hash hash, const EVP_MD *openssl, std::vector<Derivation> &all, unsigned iterations) {
    std::vector<og_pkcs12_derivation> derivations;
    for (Derivation &d : all)
        derivations.push_back({d.id, d.password.data(), d.password.size(), d.salt.data(), d.salt.size(),
                               d.out.data(), d.out.size()});
    expect(og_pkcs12_kdf_many(hash, iterations, derivations.data(), derivations.size(), nullptr) == OG_OK,
           "many");
    static Edge edge(most);
    for (const Derivation &d : all) {
        const Bytes want = by_openssl(openssl, d, iterations);
        expect(d.out == want, "one of many");
        std::uint8_t *out = edge.hold(Bytes(want.size()));
        expect(og_pkcs12_kdf(hash, d.id, d.password.data(), d.password.size(), d.salt.data(), d.salt.size(),
                             iterations, out, want.size()) == OG_OK &&
                   std::equal(want.begin(), want.end(), out),
               "one call");
    }
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"sha1.", "whirlpool."});
    const og_hash hash = input.ConsumeBool() ? OG_HASH_SHA1 : OG_HASH_WHIRLPOOL;
    const unsigned iterations = input.ConsumeIntegralInRange(1u, 6u);
    std::vector<Derivation> all;
    for (std::size_t n = input.ConsumeIntegralInRange<std::size_t>(1, 20); n > 0; n--)
        all.push_back(take_derivation(input));
    check(hash, openssl_hash(hash == OG_HASH_SHA1 ? "SHA1" : "WHIRLPOOL"), all, iterations);
    return 0;
}
