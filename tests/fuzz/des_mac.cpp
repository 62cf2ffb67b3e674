// SPDX-License-Identifier: MIT
// MACs over DES, in parts, against ISO/IEC 9797-1 over OpenSSL's CBC and against OpenSSL's CMAC.
#include "openssl.hpp"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include <algorithm>
#include <cstring>

namespace og::fuzz {
namespace {

constexpr std::size_t most = 5000;

// Returns the message padded to whole blocks, one at least. Padding 3 puts its length in bits
// before it.
Bytes padded(og_mac_padding padding, Bytes message) {
    const std::uint64_t bits = 8 * std::uint64_t{message.size()};
    if (padding == OG_MAC_PAD_BIT) message.push_back(0x80);
    message.resize(std::max<std::size_t>(8, (message.size() + 7) / 8 * 8));
    for (int shift = 0; padding == OG_MAC_PAD_LENGTH && shift < 64; shift += 8)
        message.insert(message.begin(), static_cast<std::uint8_t>(bits >> shift));
    return message;
}

Bytes last_block(const Bytes &bytes) { return Bytes(bytes.end() - 8, bytes.end()); }

Bytes cbc_mac(const Bytes &key, const Bytes &blocks) {
    return last_block(openssl_des("CBC", true, key, Bytes(8), blocks));
}

Bytes retail_mac(const Bytes &key, const Bytes &blocks) {
    const Bytes first(key.begin(), key.begin() + 8), second(key.begin() + 8, key.end());
    const Bytes chained = cbc_mac(first, blocks);
    return openssl_des("ECB", true, first, Bytes(8), openssl_des("ECB", false, second, Bytes(8), chained));
}

Bytes cmac(const Bytes &key, const Bytes &message) {
    test::Providers::load();
    static EVP_MAC *const mac = EVP_MAC_fetch(nullptr, "CMAC", nullptr);
    Bytes keys = key;
    if (keys.size() == 16) keys.insert(keys.end(), key.begin(), key.begin() + 8);
    char name[] = "DES-EDE3-CBC";
    if (keys.size() == 8) std::strcpy(name, "DES-CBC");
    const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, name, 0),
                                     OSSL_PARAM_construct_end()};
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    Bytes out(8);
    std::size_t size = 0;
    expect(EVP_MAC_init(ctx, keys.data(), keys.size(), parameters) == 1 &&
               EVP_MAC_update(ctx, message.data(), message.size()) == 1 &&
               EVP_MAC_final(ctx, out.data(), &size, out.size()) == 1 && size == 8,
           "OpenSSL refuses");
    EVP_MAC_CTX_free(ctx);
    return out;
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"des"});
    const auto algorithm = static_cast<og_mac_algorithm>(input.ConsumeIntegralInRange(0, 2));
    const auto padding = algorithm == OG_MAC_CMAC
                             ? OG_MAC_PAD_OWN
                             : static_cast<og_mac_padding>(input.ConsumeIntegralInRange(1, 3));
    const auto cipher = algorithm == OG_MAC_RETAIL
                            ? OG_DES_EDE
                            : static_cast<og_des_cipher>(input.ConsumeIntegralInRange(0, 2));
    const Bytes key = take_bytes(input, og_des_key_size(cipher));
    const std::size_t mac_size = input.ConsumeIntegralInRange<std::size_t>(1, 8);
    const std::size_t flipped = input.ConsumeIntegralInRange<std::size_t>(0, 8 * mac_size - 1);
    const Bytes message = take_message(input, most);
    const auto parts = take_parts(input, message.size());

    Bytes want = algorithm == OG_MAC_CMAC  ? cmac(key, message)
                 : algorithm == OG_MAC_CBC ? cbc_mac(key, padded(padding, message))
                                           : retail_mac(key, padded(padding, message));
    want.resize(mac_size);
    Bytes got(mac_size);
    expect(og_des_mac(algorithm, padding, cipher, key.data(), key.size(), message.data(), message.size(),
                      OG_DES_CHECK_NONE, got.data(), mac_size) == OG_OK &&
               got == want,
           "one call");

    static Edge edge(most);
    const std::uint8_t *at = edge.hold(message);
    og_des_mac_ctx ctx;
    expect(og_des_mac_init(&ctx, algorithm, padding, cipher, key.data(), key.size(), message.size(),
                           OG_DES_CHECK_NONE) == OG_OK,
           "init");
    for (std::size_t part : parts) {
        expect(og_des_mac_update(&ctx, at, part) == OG_OK, "update");
        at += part;
    }
    og_des_mac_ctx right = ctx, wrong = ctx;
    expect(og_des_mac_final(&ctx, got.data(), mac_size) == OG_OK && got == want, "parts");
    expect(og_des_mac_verify(&right, want.data(), mac_size) == OG_OK, "the right MAC");
    want[flipped / 8] ^= static_cast<std::uint8_t>(1 << flipped % 8);
    expect(og_des_mac_verify(&wrong, want.data(), mac_size) == OG_ERR_MAC, "a wrong MAC");
    return 0;
}
