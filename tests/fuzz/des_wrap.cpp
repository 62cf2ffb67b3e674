// SPDX-License-Identifier: MIT
// The key wrap of RFC 3217 on right, damaged and arbitrary wrapped keys, against OpenSSL.
#include "openssl.hpp"

#include <algorithm>
#include <memory>

namespace og::fuzz {
namespace {

// Returns the 24 bytes that OpenSSL unwraps, or none. OpenSSL does not check their parity.
Bytes openssl_unwrap(const Bytes &kek, const Bytes &wrapped) {
    const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> ctx(EVP_CIPHER_CTX_new(),
                                                                              EVP_CIPHER_CTX_free);
    EVP_CIPHER_CTX_set_flags(ctx.get(), EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    Bytes out(48);
    int size = 0;
    expect(EVP_DecryptInit_ex(ctx.get(), EVP_des_ede3_wrap(), nullptr, kek.data(), nullptr) == 1,
           "OpenSSL refuses");
    if (EVP_DecryptUpdate(ctx.get(), out.data(), &size, wrapped.data(), 40) != 1) return {};
    expect(size == 24, "OpenSSL unwraps another size");
    out.resize(24);
    return out;
}

void check_unwrap(const Bytes &kek, const Bytes &wrapped) {
    Bytes want = openssl_unwrap(kek, wrapped);
    for (std::size_t i = 0; i < want.size(); i += 8)
        if (og_des_key_has_parity(&want[i]) != 1) want.clear();
    static Edge in(40), out(24);
    const Bytes before(24, 0xa5);
    std::uint8_t *key = out.hold(before);
    const int status = og_des3_unwrap(kek.data(), in.hold(wrapped), key);
    expect(status == (want.empty() ? OG_ERR_MAC : OG_OK), "the verdict");
    const Bytes &expected = want.empty() ? before : want;
    expect(std::equal(expected.begin(), expected.end(), key), "the key");
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"des", "sha1."});
    og::test::Providers::load();
    const Bytes kek = take_bytes(input, 24);
    if (input.ConsumeBool()) {
        check_unwrap(kek, take_bytes(input, 40));
        return 0;
    }
    Bytes key = take_bytes(input, 24), wrapped(40);
    expect(og_des3_wrap(kek.data(), key.data(), take_bytes(input, 8).data(), wrapped.data()) == OG_OK,
           "wrap");
    for (std::size_t i = 0; i < 24; i += 8) og_des_key_fix_parity(&key[i]);
    expect(openssl_unwrap(kek, wrapped) == key, "OpenSSL unwraps another key");
    check_unwrap(kek, wrapped);
    wrapped[input.ConsumeIntegralInRange<std::size_t>(0, 39)] ^= input.ConsumeIntegral<std::uint8_t>();
    check_unwrap(kek, wrapped);
    return 0;
}
