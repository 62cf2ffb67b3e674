// SPDX-License-Identifier: MIT
// des.encrypt1, des.encrypt2: void (uint32_t data[2], const og_des_key *ks, int encrypt)
#include "../vectors/published.hpp"
#include "des_common.hpp"

namespace og::check {

namespace {

std::uint32_t reversed(std::uint32_t x) {
    std::uint32_t y = 0;
    for (int i = 0; i < 32; i++) y |= (x >> i & 1) << (31 - i);
    return y;
}

// Between IP and FP libdes keeps the left half in data[1] and the right half in data[0]. Bit 1 of each half
// is the least significant.
std::uint64_t halves_of_words(const Bytes &words) {
    std::uint32_t w[2];
    std::memcpy(w, words.data(), 8);
    return std::uint64_t{reversed(w[1])} << 32 | reversed(w[0]);
}

Bytes words_of_halves(std::uint64_t halves) {
    const std::uint32_t w[2] = {reversed(static_cast<std::uint32_t>(halves)),
                                reversed(static_cast<std::uint32_t>(halves >> 32))};
    Bytes words(8);
    std::memcpy(words.data(), w, 8);
    return words;
}

void apply1(Values &v) {
    v.buffers[0] =
        words_of_block(oracle::des(block_of_words(v.buffers[0]), schedule(v.buffers[1]), v.flag != 0));
}

void apply2(Values &v) {
    v.buffers[0] = words_of_halves(
        oracle::des_rounds(halves_of_words(v.buffers[0]), schedule(v.buffers[1]), v.flag != 0));
}

template <Bytes (*words)(std::uint64_t), std::uint64_t (*enter)(std::uint64_t)>
std::vector<Vector> vectors() {
    std::vector<Vector> all;
    for (const DesVector &published : des_vectors())
        for (int encrypt : {1, 0}) {
            Bytes ks;
            append_schedule(ks, published.keys[0]);
            const Bytes plain = words(enter(published.plaintext));
            const Bytes cipher = words(enter(published.ciphertext));
            all.push_back({std::string(published.name) + (encrypt ? " encrypt" : " decrypt"),
                           {{encrypt ? plain : cipher, ks, {}}, 1, encrypt},
                           {{encrypt ? cipher : plain, ks, {}}, 1, encrypt}});
        }
    return all;
}

std::uint64_t as_it_is(std::uint64_t block) { return block; }

}  // namespace

Meaning des_encrypt1(unsigned) {
    return {.fill = fill_schedules, .oracle = apply1, .vectors = vectors<words_of_block, as_it_is>};
}

Meaning des_encrypt2(unsigned) {
    return {.fill = fill_schedules,
            .oracle = apply2,
            .vectors = vectors<words_of_halves, oracle::des_initial_permutation>};
}

}  // namespace og::check
