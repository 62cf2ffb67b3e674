// SPDX-License-Identifier: MIT
// SHA-1 as FIPS 180-4 describes it: 80 words of the message schedule, then 80 rounds.
#include "oracle.hpp"

namespace og::check::oracle {

namespace {

std::uint32_t rotl(std::uint32_t x, int n) { return (x << n) | (x >> (32 - n)); }

// Section 4.1.1.
std::uint32_t f(int t, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    if (t < 20) return (x & y) ^ (~x & z);
    if (t >= 40 && t < 60) return (x & y) ^ (x & z) ^ (y & z);
    return x ^ y ^ z;
}

// Section 4.2.1.
constexpr std::uint32_t k[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};

}  // namespace

void sha1_schedule(std::uint32_t w[80], const std::uint8_t block[64]) {
    for (int t = 0; t < 16; t++)
        w[t] = std::uint32_t{block[4 * t]} << 24 | std::uint32_t{block[4 * t + 1]} << 16 |
               std::uint32_t{block[4 * t + 2]} << 8 | block[4 * t + 3];
    for (int t = 16; t < 80; t++) w[t] = rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
}

void sha1_rounds(std::uint32_t state[5], const std::uint32_t w[80], int first, int last) {
    auto &[a, b, c, d, e] = *reinterpret_cast<std::uint32_t(*)[5]>(state);
    for (int t = first; t < last; t++) {
        const std::uint32_t next = rotl(a, 5) + f(t, b, c, d) + e + k[t / 20] + w[t];
        e = d;
        d = c;
        c = rotl(b, 30);
        b = a;
        a = next;
    }
}

void sha1_block(std::uint32_t cv[5], const std::uint8_t block[64]) {
    std::uint32_t w[80], state[5] = {cv[0], cv[1], cv[2], cv[3], cv[4]};
    sha1_schedule(w, block);
    sha1_rounds(state, w, 0, 80);
    for (int i = 0; i < 5; i++) cv[i] += state[i];
}

Bytes pad(const Bytes &message, std::size_t length_bytes) {
    Bytes padded = message;
    padded.push_back(0x80);
    while (padded.size() % 64 != 64 - length_bytes) padded.push_back(0);
    const std::uint64_t bits = std::uint64_t{message.size()} * 8;
    for (std::size_t i = length_bytes; i-- > 0;)
        padded.push_back(i < 8 ? static_cast<std::uint8_t>(bits >> (8 * i)) : 0);
    return padded;
}

Bytes sha1(const Bytes &message) {
    auto cv = sha1_start;
    const Bytes padded = pad(message, 8);
    for (std::size_t i = 0; i < padded.size(); i += 64) sha1_block(cv.data(), &padded[i]);
    Bytes digest;
    for (std::uint32_t word : cv)
        for (int shift = 24; shift >= 0; shift -= 8)
            digest.push_back(static_cast<std::uint8_t>(word >> shift));
    return digest;
}

}  // namespace og::check::oracle
