// SPDX-License-Identifier: MIT
// The OpenSSL provider through EVP against OpenSSL's own: ciphers as a plan of the input says, digests, HMAC
// and PBKDF2 in pieces and in copies. Results, errors and positions must agree.
#include "../openssl/ciphers.hpp"
#include "fuzz.hpp"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include <algorithm>
#include <map>

extern "C" OSSL_provider_init_fn OSSL_provider_init;

namespace og::fuzz {
namespace {

// Returns a library context with these providers and no others.
OSSL_LIB_CTX *context_with(std::initializer_list<const char *> providers) {
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    expect(OSSL_PROVIDER_add_builtin(context, "oldguard", OSSL_provider_init) == 1, "add_builtin");
    for (const char *name : providers) expect(OSSL_PROVIDER_load(context, name) != nullptr, name);
    return context;
}

// The contexts of the provider alone and of OpenSSL's own. The provider has no digest for HMAC but its own.
OSSL_LIB_CTX *const both[2] = {context_with({"oldguard"}), context_with({"default", "legacy"})};

void check_cipher(Input &input) {
    static const auto &fetched = *[] {  // reachable to the last
        auto *all = new std::map<std::string_view, std::array<EVP_CIPHER *, 2>>;
        for (const char *name : test::all_ciphers)
            for (int which : {0, 1}) (*all)[name][which] = EVP_CIPHER_fetch(both[which], name, nullptr);
        return all;
    }();
    const char *name =
        test::all_ciphers[input.ConsumeIntegralInRange<std::size_t>(0, test::all_ciphers.size() - 1)];
    test::Plan plan;
    plan.encrypt = input.ConsumeBool();
    plan.padding = input.ConsumeBool();
    plan.positions = input.ConsumeBool();
    plan.copy = input.ConsumeBool();
    plan.order = input.PickValueInArray(
        {test::Order::together, test::Order::key_then_iv, test::Order::iv_then_key, test::Order::no_iv});
    const std::size_t more = input.ConsumeIntegralInRange<std::size_t>(0, 3);
    for (std::size_t i = 0; i < more; i++)
        plan.again.push_back({input.ConsumeBool(), input.ConsumeBool(), input.ConsumeBool()});
    plan.piece = input.ConsumeIntegralInRange<std::size_t>(1, 70);
    plan.data = take_message(input, 600);
    expect(test::run(fetched.at(name)[0], plan) == test::run(fetched.at(name)[1], plan), name);
}

void check_digest(Input &input) {
    const char *name = input.PickValueInArray({"SHA1", "WHIRLPOOL"});
    const Bytes data = take_message(input, 1000);
    const auto parts = take_parts(input, data.size());
    const bool copies = input.ConsumeBool();
    Bytes results[2];
    for (int which : {0, 1}) {
        EVP_MD *digest = EVP_MD_fetch(both[which], name, nullptr);
        EVP_MD_CTX *ctx = EVP_MD_CTX_new();
        expect(EVP_DigestInit_ex2(ctx, digest, nullptr) == 1, "init");
        const std::uint8_t *at = data.data();
        for (const std::size_t part : parts) {
            expect(EVP_DigestUpdate(ctx, at, part) == 1, "update");
            at += part;
            if (!copies) continue;
            EVP_MD_CTX *copy = EVP_MD_CTX_new();
            expect(EVP_MD_CTX_copy_ex(copy, ctx) == 1, "copy");
            std::swap(copy, ctx);
            EVP_MD_CTX_free(copy);
        }
        results[which].resize(EVP_MAX_MD_SIZE);
        expect(EVP_DigestFinal_ex(ctx, results[which].data(), nullptr) == 1, "final");
        EVP_MD_CTX_free(ctx);
        EVP_MD_free(digest);
    }
    expect(results[0] == results[1], name);
}

// Two messages under one key, or another one for the second.
void check_mac(Input &input) {
    char *name = const_cast<char *>(input.PickValueInArray({"SHA1", "WHIRLPOOL"}));
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
                                 OSSL_PARAM_construct_end()};
    const Bytes keys[2] = {take_message(input, 200), take_message(input, 200)};
    const bool anew = input.ConsumeBool();
    const Bytes data = take_message(input, 500);
    const auto parts = take_parts(input, data.size());
    Bytes results[2];
    for (int which : {0, 1}) {
        EVP_MAC *mac = EVP_MAC_fetch(both[which], "HMAC", nullptr);
        EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
        for (int message : {0, 1}) {
            const Bytes &key = keys[message];
            const std::uint8_t nothing = 0, *at = data.data();
            const bool keyed = message == 0 || anew;
            expect(EVP_MAC_init(ctx,
                                !keyed        ? nullptr
                                : key.empty() ? &nothing
                                              : key.data(),
                                keyed ? key.size() : 0, message == 0 ? params : nullptr) == 1,
                   "init");
            for (const std::size_t part : parts) {
                expect(EVP_MAC_update(ctx, at, part) == 1, "update");
                at += part;
            }
            Bytes out(EVP_MAX_MD_SIZE);
            std::size_t size = 0;
            expect(EVP_MAC_final(ctx, out.data(), &size, out.size()) == 1, "final");
            results[which].insert(results[which].end(), out.begin(), out.begin() + size);
        }
        EVP_MAC_CTX_free(ctx);
        EVP_MAC_free(mac);
    }
    expect(results[0] == results[1], "HMAC");
}

void check_kdf(Input &input) {
    const char *name = input.PickValueInArray({"PBKDF2", "PKCS12KDF"});
    char *digest = const_cast<char *>(input.PickValueInArray({"SHA1", "WHIRLPOOL"}));
    Bytes password = take_message(input, 100), salt = take_message(input, 100);
    password.push_back(1);
    salt.push_back(2);
    int iterations = input.ConsumeIntegralInRange(1, 5), id = input.ConsumeIntegralInRange(1, 3);
    const OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, password.data(), password.size()),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, salt.data(), salt.size()),
        OSSL_PARAM_construct_int(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS12_ID, &id),
        OSSL_PARAM_construct_end()};
    const std::size_t size = input.ConsumeIntegralInRange<std::size_t>(1, 200);
    Bytes results[2];
    int returned[2];
    for (int which : {0, 1}) {
        EVP_KDF *kdf = EVP_KDF_fetch(both[which], name, nullptr);
        EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
        results[which].resize(size);
        returned[which] = EVP_KDF_derive(ctx, results[which].data(), size, params);
        if (returned[which] != 1) results[which].clear();
        EVP_KDF_CTX_free(ctx);
        EVP_KDF_free(kdf);
        ERR_clear_error();
    }
    expect(returned[0] == returned[1] && results[0] == results[1], name);
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    og::fuzz::Input input(data, size);
    og::fuzz::choose_kernels(input, {"sha1.", "whirlpool.", "des", "pbkdf2."});
    switch (input.ConsumeIntegralInRange(0, 5)) {
    case 0:
        og::fuzz::check_digest(input);
        break;
    case 1:
        og::fuzz::check_mac(input);
        break;
    case 2:
        og::fuzz::check_kdf(input);
        break;
    default:
        og::fuzz::check_cipher(input);
    }
    return 0;
}
