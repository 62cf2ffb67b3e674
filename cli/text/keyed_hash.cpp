// SPDX-License-Identifier: MIT
#include "keyed_hash.hpp"

#include "os/secrets.hpp"

#include <bit>
#include <random>

namespace og::cli {
namespace {

struct SipState {
    std::uint64_t a, b, c, d;

    void mix() {
        a += b;
        b = std::rotl(b, 13) ^ a;
        a = std::rotl(a, 32);
        c += d;
        d = std::rotl(d, 16) ^ c;
        a += d;
        d = std::rotl(d, 21) ^ a;
        c += b;
        b = std::rotl(b, 17) ^ c;
        c = std::rotl(c, 32);
    }
    void take(std::uint64_t word) {
        d ^= word;
        mix();
        mix();
        a ^= word;
    }
};

// Returns up to eight bytes as a little-endian number.
std::uint64_t little_endian(std::string_view bytes) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bytes.size(); i++)
        word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
    return word;
}

std::array<std::uint64_t, 2> random_key() {
    std::array<std::uint64_t, 2> key;
    if (!os::fill_random(key.data(), sizeof key)) {
        std::random_device device;
        for (std::uint64_t &word : key) word = std::uint64_t{device()} << 32 | device();
    }
    return key;
}

}  // namespace

std::uint64_t sip_hash(const std::array<std::uint64_t, 2> &key, std::string_view text) {
    SipState state{key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d, key[0] ^ 0x6c7967656e657261,
                   key[1] ^ 0x7465646279746573};
    const std::uint64_t size = text.size();
    for (; text.size() >= 8; text.remove_prefix(8)) state.take(little_endian(text.substr(0, 8)));
    state.take(size << 56 | little_endian(text));
    state.c ^= 0xff;
    for (int i = 0; i < 4; i++) state.mix();
    return state.a ^ state.b ^ state.c ^ state.d;
}

std::uint64_t keyed_hash(std::string_view text) {
    static const std::array<std::uint64_t, 2> key = random_key();
    return sip_hash(key, text);
}

}  // namespace og::cli
