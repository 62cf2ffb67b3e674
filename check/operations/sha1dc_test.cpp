// SPDX-License-Identifier: MIT
// sha1dc.test: void (uint32_t differences[1], const uint32_t after[5], const uint32_t state[5],
//                    const uint32_t words[20], const uint8_t block[64], const uint32_t dm[80])
#include "../oracles/oracle.hpp"
#include "../vectors/published.hpp"
#include "operations.hpp"

#include <array>
#include <cstring>
#include <string>

namespace og::check {

namespace {

using State = std::array<std::uint32_t, 5>;

template <std::size_t n> std::array<std::uint32_t, n> words(const Bytes &bytes) {
    std::array<std::uint32_t, n> words;
    std::memcpy(words.data(), bytes.data(), sizeof words);
    return words;
}

template <std::size_t n> Bytes bytes(const std::array<std::uint32_t, n> &words) {
    Bytes bytes(sizeof words);
    std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

State minus(State a, const State &b) {
    for (std::size_t i = 0; i < a.size(); i++) a[i] -= b[i];
    return a;
}

void apply(Values &v) {
    const auto after = words<5>(v.buffers[1]), state = words<5>(v.buffers[2]);
    const auto late = words<20>(v.buffers[3]);
    const auto dm = words<80>(v.buffers[5]);
    std::uint32_t w[80];
    oracle::sha1_schedule(w, v.buffers[4].data());
    for (std::size_t t = 0; t < 16; t++) w[t] ^= dm[t];
    for (std::size_t t = 16; t < 60; t++) {
        const std::uint32_t x = w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16];
        w[t] = x << 1 | x >> 31;
    }
    for (std::size_t t = 60; t < 80; t++) w[t] = late[t - 60] ^ dm[t];
    State last = state;
    oracle::sha1_rounds(last.data(), w, 60, 80);
    State reached = minus(after, last);
    oracle::sha1_rounds(reached.data(), w, 0, 60);
    std::uint32_t differences = 0;
    for (std::size_t i = 0; i < reached.size(); i++) differences |= reached[i] ^ state[i];
    v.buffers[0] = bytes<1>({differences});
}

// Both halves of each published attack, which follow each other, and the first with each bit of the chaining
// value after it changed.
std::vector<Vector> vectors() {
    std::vector<Vector> all;
    for (std::size_t i = 0; i < sha1_attacks().size(); i++) {
        const AttackVector &half = sha1_attacks()[i], &other = sha1_attacks()[i ^ 1];
        std::array<std::uint32_t, 80> w, dm;
        oracle::sha1_schedule(dm.data(), half.block.data());
        oracle::sha1_schedule(w.data(), other.block.data());
        for (std::size_t t = 0; t < dm.size(); t++) dm[t] ^= w[t];
        State state = other.before;
        oracle::sha1_rounds(state.data(), w.data(), 0, 60);
        std::array<std::uint32_t, 20> late;
        for (std::size_t t = 60; t < dm.size(); t++) late[t - 60] = w[t] ^ dm[t];
        Vector vector{half.name, {}, {}};
        vector.before.buffers = {Bytes(4),    bytes(half.after), bytes(state),
                                 bytes(late), half.block,        bytes(dm)};
        vector.after = vector.before;
        all.push_back(vector);
        for (std::size_t bit = 0; bit < 160 && i % 2 == 0; bit++) {
            Vector changed = vector;
            changed.name += ", bit " + std::to_string(bit) + " of after";
            changed.before.buffers[1][bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
            changed.after = changed.before;
            apply(changed.after);
            all.push_back(std::move(changed));
        }
    }
    return all;
}

}  // namespace

Meaning sha1dc_test(unsigned) { return {.oracle = apply, .vectors = vectors}; }

}  // namespace og::check
