// SPDX-License-Identifier: MIT
// Saved states of hashes: arbitrary bytes, bodies with a right check, and states of messages with changed
// bytes. A model decides which of them are possible. Import must accept exactly these and keep the context
// otherwise. An accepted state must be exported as it was, and its digest must not depend on how the rest is
// split.
#include "openssl.hpp"

#include <algorithm>
#include <cstring>

namespace og::fuzz {
namespace {

constexpr std::size_t most = 1000;  // bytes of a message

std::uint64_t number(const Bytes &state, std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; i++) value = value << 8 | state[at + i];
    return value;
}

bool is_zero(const Bytes &state, std::size_t from, std::size_t to) {
    return std::all_of(state.begin() + static_cast<std::ptrdiff_t>(from),
                       state.begin() + static_cast<std::ptrdiff_t>(to),
                       [](std::uint8_t b) { return b == 0; });
}

// Parts of a state that SHA-1 with and without detection share.
bool is_possible_sha1(const Bytes &state) {
    static const std::uint8_t initial[20] = {0x67, 0x45, 0x23, 0x01, 0xef, 0xcd, 0xab, 0x89, 0x98, 0xba,
                                             0xdc, 0xfe, 0x10, 0x32, 0x54, 0x76, 0xc3, 0xd2, 0xe1, 0xf0};
    const std::uint64_t bytes = number(state, 28, 8);
    return bytes >> 61 == 0 && is_zero(state, 36 + bytes % 64, 100) &&
           (bytes >= 64 || std::equal(initial, initial + 20, &state[8]));
}

struct Sha1 {
    using Context = og_sha1_ctx;
    static constexpr std::size_t size = OG_SHA1_STATE_SIZE, digest_size = OG_SHA1_DIGEST_SIZE;
    static constexpr const char *name = "OGS1", *openssl = "SHA1";
    static int init(Context *ctx, unsigned) { return og_sha1_init(ctx); }
    static constexpr auto update = og_sha1_update;
    static int final(Context *ctx, std::uint8_t *digest, og_sha1dc_verdict *) {
        return og_sha1_final(ctx, digest);
    }
    static constexpr auto save = og_sha1_export;
    static constexpr auto restore = og_sha1_import;
    static bool is_possible(const Bytes &state) { return is_possible_sha1(state); }
};

struct Sha1dc {
    using Context = og_sha1dc_ctx;
    static constexpr std::size_t size = OG_SHA1DC_STATE_SIZE, digest_size = OG_SHA1_DIGEST_SIZE;
    static constexpr const char *name = "OGSD", *openssl = "SHA1";
    static int init(Context *ctx, unsigned flags) { return og_sha1dc_init(ctx, flags); }
    static constexpr auto update = og_sha1dc_update;
    static constexpr auto final = og_sha1dc_final;
    static constexpr auto save = og_sha1dc_export;
    static constexpr auto restore = og_sha1dc_import;
    static bool is_possible(const Bytes &state) {
        const std::uint64_t bytes = number(state, 28, 8), flags = number(state, 100, 4);
        const std::uint64_t vector = number(state, 104, 4), at = number(state, 108, 8);
        if (!is_possible_sha1(state) || flags > 15 || vector > 32) return false;
        return vector == 0 ? at == 0 : at % 64 == 0 && at / 64 < bytes / 64;
    }
};

struct Whirlpool {
    using Context = og_whirlpool_ctx;
    static constexpr std::size_t size = OG_WHIRLPOOL_STATE_SIZE, digest_size = OG_WHIRLPOOL_DIGEST_SIZE;
    static constexpr const char *name = "OGWP", *openssl = "WHIRLPOOL";
    static int init(Context *ctx, unsigned) { return og_whirlpool_init(ctx); }
    static constexpr auto update = og_whirlpool_update;
    static int final(Context *ctx, std::uint8_t *digest, og_sha1dc_verdict *) {
        return og_whirlpool_final(ctx, digest);
    }
    static constexpr auto save = og_whirlpool_export;
    static constexpr auto restore = og_whirlpool_import;
    static bool is_possible(const Bytes &state) {
        const std::uint64_t low = number(state, 96, 8);
        return low % 8 == 0 && is_zero(state, 104 + low / 8 % 64, 168) &&
               (low >= 512 || !is_zero(state, 72, 96) || is_zero(state, 8, 72));
    }
};

Bytes digest_of(const char *openssl, const Bytes &message) {
    Bytes digest(64);
    unsigned size = 0;
    expect(EVP_Digest(message.data(), message.size(), digest.data(), &size, openssl_hash(openssl), nullptr) ==
               1,
           "OpenSSL refuses");
    digest.resize(size);
    return digest;
}

// Gives a state the name and version of the hash and the check that its bytes call for.
template <typename Hash> void seal(Bytes &state) {
    static const std::uint8_t version[4] = {0, 0, 0, 1};
    std::copy_n(Hash::name, 4, state.begin());
    std::copy_n(version, 4, state.begin() + 4);
    const Bytes digest = digest_of("SHA1", Bytes(state.begin(), state.end() - 4));
    std::copy_n(digest.begin(), 4, state.end() - 4);
}

template <typename Hash> bool is_valid(const Bytes &state) {
    Bytes sealed = state;
    seal<Hash>(sealed);
    return state == sealed && Hash::is_possible(state);
}

template <typename Hash>
Bytes finish(typename Hash::Context ctx, const std::uint8_t *data, const std::vector<std::size_t> &parts) {
    og_sha1dc_verdict verdict = {-1, 0};
    Bytes result(Hash::digest_size);
    for (std::size_t part : parts) {
        // A count near the limit has no room for the rest of the message.
        const int status = Hash::update(&ctx, data, part);
        expect(status == OG_OK || status == OG_ERR_TOO_LONG, "update");
        if (status != OG_OK) return {};
        data += part;
    }
    expect(Hash::final(&ctx, result.data(), &verdict) == OG_OK, "final");
    result.push_back(static_cast<std::uint8_t>(verdict.vector));
    for (unsigned i = 0; i < 64; i += 8) result.push_back(static_cast<std::uint8_t>(verdict.at >> i));
    return result;
}

// Imports a state and compares with the model. whole: the digest at the end of the message, if it is known.
template <typename Hash>
void restore(const Bytes &state, const Bytes &rest, const std::vector<std::size_t> &parts,
             const Bytes &whole) {
    static Edge edge(Hash::size), edge_of_rest(most);
    typename Hash::Context ctx, before;
    std::memset(&ctx, 0xa5, sizeof ctx);
    std::memset(&before, 0xa5, sizeof before);
    const int status = Hash::restore(&ctx, edge.hold(state));
    expect(status == OG_OK || status == OG_ERR_STATE, "the status of import");
    expect((status == OG_OK) == is_valid<Hash>(state), "import and model differ");
    if (status != OG_OK) {
        expect(std::memcmp(&ctx, &before, sizeof ctx) == 0, "a refused import changed the context");
        return;
    }
    Bytes saved(Hash::size);
    expect(Hash::save(&ctx, saved.data()) == OG_OK && saved == state, "export");
    const std::uint8_t *data = edge_of_rest.hold(rest);
    const Bytes result = finish<Hash>(ctx, data, parts);
    const Bytes at_once = finish<Hash>(ctx, data, {rest.size()});
    // Several updates may fit before the one that is too long. Then there is no digest in either case.
    expect(result == at_once, "the digest depends on the parts");
    if (!whole.empty())
        expect(result.size() > whole.size() && std::equal(whole.begin(), whole.end(), result.begin()),
               "the digest of the message");
}

template <typename Hash> void test(Input &input) {
    Bytes state, rest, whole;
    const unsigned kind = input.ConsumeIntegralInRange(0u, 2u);
    if (kind < 2) {
        state = take_bytes(input, Hash::size);
        if (kind == 1) seal<Hash>(state);
        rest = take_message(input, most);
    } else {
        const Bytes message = take_message(input, most);
        const auto at =
            static_cast<std::ptrdiff_t>(input.ConsumeIntegralInRange<std::size_t>(0, message.size()));
        typename Hash::Context ctx;
        expect(Hash::init(&ctx, input.ConsumeIntegralInRange(0u, 15u)) == OG_OK, "init");
        expect(Hash::update(&ctx, message.data(), static_cast<std::size_t>(at)) == OG_OK, "update");
        state.resize(Hash::size);
        expect(Hash::save(&ctx, state.data()) == OG_OK, "export");
        expect(is_valid<Hash>(state), "the model refuses the state of a message");
        rest.assign(message.begin() + at, message.end());
        const unsigned changes = input.ConsumeIntegralInRange(0u, 3u);
        for (unsigned i = 0; i < changes; i++)
            state[input.ConsumeIntegralInRange<std::size_t>(0, Hash::size - 1)] ^=
                input.ConsumeIntegral<std::uint8_t>();
        if (input.ConsumeBool()) seal<Hash>(state);
        // An attack with a safe hash has another digest. Random bytes are none.
        if (changes == 0) whole = digest_of(Hash::openssl, message);
    }
    const auto parts = take_parts(input, rest.size());
    restore<Hash>(state, rest, parts, whole);
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"sha1.", "sha1dc.", "whirlpool."});
    const unsigned which = input.ConsumeIntegralInRange(0u, 2u);
    if (which == 0)
        test<Sha1>(input);
    else if (which == 1)
        test<Sha1dc>(input);
    else
        test<Whirlpool>(input);
    return 0;
}
