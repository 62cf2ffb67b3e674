// SPDX-License-Identifier: MIT
// SHA-1 and Whirlpool in parts, through any kernel, against OpenSSL.
#include "openssl.hpp"

#include <type_traits>

namespace og::fuzz {
namespace {

constexpr std::size_t most = 5000;

struct Sha1 {
    using Context = og_sha1_ctx;
    static constexpr std::size_t size = OG_SHA1_DIGEST_SIZE;
    static constexpr const char *openssl = "SHA1";
    static int init(Context *ctx) { return og_sha1_init(ctx); }
    static constexpr auto update = og_sha1_update;
    static constexpr auto final = og_sha1_final;
    static constexpr auto once = og_sha1;
    static constexpr auto two_part = og_sha1_two_part;
};

struct Whirlpool {
    using Context = og_whirlpool_ctx;
    static constexpr std::size_t size = OG_WHIRLPOOL_DIGEST_SIZE;
    static constexpr const char *openssl = "WHIRLPOOL";
    static int init(Context *ctx) { return og_whirlpool_init(ctx); }
    static constexpr auto update = og_whirlpool_update;
    static constexpr auto final = og_whirlpool_final;
    static constexpr auto once = og_whirlpool;
};

// SHA-1 with detection, which gives SHA-1's digest of anything but an attack.
struct Sha1dc {
    using Context = og_sha1dc_ctx;
    static constexpr std::size_t size = OG_SHA1_DIGEST_SIZE;
    static constexpr const char *openssl = "SHA1";
    static int init(Context *ctx) { return og_sha1dc_init(ctx, 0); }
    static constexpr auto update = og_sha1dc_update;
    static int final(Context *ctx, std::uint8_t *digest) {
        og_sha1dc_verdict verdict;
        return og_sha1dc_final(ctx, digest, &verdict);
    }
    static int once(const void *data, std::size_t size, std::uint8_t *digest) {
        og_sha1dc_verdict verdict;
        return og_sha1dc(data, size, 0, digest, &verdict);
    }
    static int two_part(const og_two_part *message, std::uint8_t *digest) {
        og_sha1dc_verdict verdict;
        return og_sha1dc_two_part(message, OG_SHA1DC_NO_WIPE, digest, &verdict);
    }
};

// Hashes a message whose head is its first part.
template <typename Hash>
int hash_two_part(const std::vector<std::size_t> &parts, const std::uint8_t *data, std::size_t size,
                  std::uint8_t *digest) {
    const std::size_t head = parts.empty() ? 0 : parts.front();
    const og_two_part message = {data, head, data + head, size - head};
    return Hash::two_part(&message, digest);
}

template <typename Hash> void compare(const std::vector<std::size_t> &parts, const Bytes &message) {
    Bytes want(Hash::size), got(Hash::size);
    expect(EVP_Digest(message.data(), message.size(), want.data(), nullptr, openssl_hash(Hash::openssl),
                      nullptr) == 1,
           "OpenSSL refuses");
    static Edge edge(most);
    const std::uint8_t *data = edge.hold(message);
    expect(Hash::once(data, message.size(), got.data()) == OG_OK && got == want, "one call");

    if constexpr (!std::is_same_v<Hash, Whirlpool>)
        expect(hash_two_part<Hash>(parts, data, message.size(), got.data()) == OG_OK && got == want,
               "two parts");

    typename Hash::Context ctx, copy;
    expect(Hash::init(&ctx) == OG_OK, "init");
    copy = ctx;
    for (std::size_t part : parts) {
        // A context is plain memory: a copy goes on where the other one was.
        copy = ctx;
        expect(Hash::update(&ctx, data, part) == OG_OK, "update");
        data += part;
    }
    if (!parts.empty())
        expect(Hash::update(&copy, data - parts.back(), parts.back()) == OG_OK, "update of a copy");
    expect(Hash::final(&ctx, got.data()) == OG_OK && got == want, "parts");
    expect(Hash::final(&copy, got.data()) == OG_OK && got == want, "a copied context");
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"sha1.", "sha1dc.", "whirlpool."});
    const unsigned which = input.ConsumeIntegralInRange(0u, 2u);
    const Bytes message = take_message(input, most);
    const auto parts = take_parts(input, message.size());
    if (which == 0)
        compare<Sha1>(parts, message);
    else if (which == 1)
        compare<Whirlpool>(parts, message);
    else
        compare<Sha1dc>(parts, message);
    return 0;
}
