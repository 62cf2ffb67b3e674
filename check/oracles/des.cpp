// SPDX-License-Identifier: MIT
// DES bit by bit, with the permutation tables of FIPS 46-3.
#include "oracle.hpp"

namespace og::check::oracle {

namespace {

constexpr std::uint8_t initial_permutation[64] = {
    58, 50, 42, 34, 26, 18, 10, 2,  60, 52, 44, 36, 28, 20, 12, 4,  62, 54, 46, 38, 30, 22,
    14, 6,  64, 56, 48, 40, 32, 24, 16, 8,  57, 49, 41, 33, 25, 17, 9,  1,  59, 51, 43, 35,
    27, 19, 11, 3,  61, 53, 45, 37, 29, 21, 13, 5,  63, 55, 47, 39, 31, 23, 15, 7};
constexpr std::uint8_t final_permutation[64] = {40, 8, 48, 16, 56, 24, 64, 32, 39, 7, 47, 15, 55, 23, 63, 31,
                                                38, 6, 46, 14, 54, 22, 62, 30, 37, 5, 45, 13, 53, 21, 61, 29,
                                                36, 4, 44, 12, 52, 20, 60, 28, 35, 3, 43, 11, 51, 19, 59, 27,
                                                34, 2, 42, 10, 50, 18, 58, 26, 33, 1, 41, 9,  49, 17, 57, 25};
constexpr std::uint8_t expansion[48] = {32, 1,  2,  3,  4,  5,  4,  5,  6,  7,  8,  9,  8,  9,  10, 11,
                                        12, 13, 12, 13, 14, 15, 16, 17, 16, 17, 18, 19, 20, 21, 20, 21,
                                        22, 23, 24, 25, 24, 25, 26, 27, 28, 29, 28, 29, 30, 31, 32, 1};
constexpr std::uint8_t permutation[32] = {16, 7, 20, 21, 29, 12, 28, 17, 1,  15, 23, 26, 5,  18, 31, 10,
                                          2,  8, 24, 14, 32, 27, 3,  9,  19, 13, 30, 6,  22, 11, 4,  25};
constexpr std::uint8_t permuted_choice_1[56] = {57, 49, 41, 33, 25, 17, 9,  1,  58, 50, 42, 34, 26, 18,
                                                10, 2,  59, 51, 43, 35, 27, 19, 11, 3,  60, 52, 44, 36,
                                                63, 55, 47, 39, 31, 23, 15, 7,  62, 54, 46, 38, 30, 22,
                                                14, 6,  61, 53, 45, 37, 29, 21, 13, 5,  28, 20, 12, 4};
constexpr std::uint8_t permuted_choice_2[48] = {
    14, 17, 11, 24, 1,  5,  3,  28, 15, 6,  21, 10, 23, 19, 12, 4,  26, 8,  16, 7,  27, 20, 13, 2,
    41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32};
constexpr int shifts[16] = {1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1};

constexpr std::uint8_t boxes[8][4][16] = {{{14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7},
                                           {0, 15, 7, 4, 14, 2, 13, 1, 10, 6, 12, 11, 9, 5, 3, 8},
                                           {4, 1, 14, 8, 13, 6, 2, 11, 15, 12, 9, 7, 3, 10, 5, 0},
                                           {15, 12, 8, 2, 4, 9, 1, 7, 5, 11, 3, 14, 10, 0, 6, 13}},
                                          {{15, 1, 8, 14, 6, 11, 3, 4, 9, 7, 2, 13, 12, 0, 5, 10},
                                           {3, 13, 4, 7, 15, 2, 8, 14, 12, 0, 1, 10, 6, 9, 11, 5},
                                           {0, 14, 7, 11, 10, 4, 13, 1, 5, 8, 12, 6, 9, 3, 2, 15},
                                           {13, 8, 10, 1, 3, 15, 4, 2, 11, 6, 7, 12, 0, 5, 14, 9}},
                                          {{10, 0, 9, 14, 6, 3, 15, 5, 1, 13, 12, 7, 11, 4, 2, 8},
                                           {13, 7, 0, 9, 3, 4, 6, 10, 2, 8, 5, 14, 12, 11, 15, 1},
                                           {13, 6, 4, 9, 8, 15, 3, 0, 11, 1, 2, 12, 5, 10, 14, 7},
                                           {1, 10, 13, 0, 6, 9, 8, 7, 4, 15, 14, 3, 11, 5, 2, 12}},
                                          {{7, 13, 14, 3, 0, 6, 9, 10, 1, 2, 8, 5, 11, 12, 4, 15},
                                           {13, 8, 11, 5, 6, 15, 0, 3, 4, 7, 2, 12, 1, 10, 14, 9},
                                           {10, 6, 9, 0, 12, 11, 7, 13, 15, 1, 3, 14, 5, 2, 8, 4},
                                           {3, 15, 0, 6, 10, 1, 13, 8, 9, 4, 5, 11, 12, 7, 2, 14}},
                                          {{2, 12, 4, 1, 7, 10, 11, 6, 8, 5, 3, 15, 13, 0, 14, 9},
                                           {14, 11, 2, 12, 4, 7, 13, 1, 5, 0, 15, 10, 3, 9, 8, 6},
                                           {4, 2, 1, 11, 10, 13, 7, 8, 15, 9, 12, 5, 6, 3, 0, 14},
                                           {11, 8, 12, 7, 1, 14, 2, 13, 6, 15, 0, 9, 10, 4, 5, 3}},
                                          {{12, 1, 10, 15, 9, 2, 6, 8, 0, 13, 3, 4, 14, 7, 5, 11},
                                           {10, 15, 4, 2, 7, 12, 9, 5, 6, 1, 13, 14, 0, 11, 3, 8},
                                           {9, 14, 15, 5, 2, 8, 12, 3, 7, 0, 4, 10, 1, 13, 11, 6},
                                           {4, 3, 2, 12, 9, 5, 15, 10, 11, 14, 1, 7, 6, 0, 8, 13}},
                                          {{4, 11, 2, 14, 15, 0, 8, 13, 3, 12, 9, 7, 5, 10, 6, 1},
                                           {13, 0, 11, 7, 4, 9, 1, 10, 14, 3, 5, 12, 2, 15, 8, 6},
                                           {1, 4, 11, 13, 12, 3, 7, 14, 10, 15, 6, 8, 0, 5, 9, 2},
                                           {6, 11, 13, 8, 1, 4, 10, 7, 9, 5, 0, 15, 14, 2, 3, 12}},
                                          {{13, 2, 8, 4, 6, 15, 11, 1, 10, 9, 3, 14, 5, 0, 12, 7},
                                           {1, 15, 13, 8, 10, 3, 7, 4, 12, 5, 6, 11, 0, 14, 9, 2},
                                           {7, 11, 4, 1, 9, 12, 14, 2, 0, 6, 10, 13, 15, 3, 5, 8},
                                           {2, 1, 14, 7, 4, 10, 8, 13, 15, 12, 9, 0, 3, 5, 6, 11}}};

// Selects bits of a value of `width` bits by a table. Bit 1 is the most significant.
template <std::size_t N>
std::uint64_t picked(std::uint64_t value, int width, const std::uint8_t (&table)[N]) {
    std::uint64_t out = 0;
    for (std::uint8_t bit : table) out = out << 1 | (value >> (width - bit) & 1);
    return out;
}

// Returns the output of E, with bits i + 1 and i + 25 exchanged for each set bit i of the salt of crypt(3).
std::uint64_t expanded(std::uint32_t r, std::uint32_t salt) {
    std::uint64_t bits = picked(r, 32, expansion), out = 0;
    if (!salt) return bits;
    for (int bit = 0; bit < 48; bit++) {
        const int from = salt >> (bit % 24) & 1 ? (bit + 24) % 48 : bit;
        out |= (bits >> (47 - from) & 1) << (47 - bit);
    }
    return out;
}

// Applies one S-box and P. Returns the bits of the result that depend on the box.
struct Boxed {
    std::uint32_t bits[8][64];
    Boxed() {
        for (int i = 0; i < 8; i++)
            for (unsigned six = 0; six < 64; six++) {
                const unsigned row = (six >> 4 & 2) | (six & 1);
                const std::uint32_t out = std::uint32_t{boxes[i][row][six >> 1 & 15]} << (28 - 4 * i);
                bits[i][six] = static_cast<std::uint32_t>(picked(out, 32, permutation));
            }
    }
};

std::uint32_t f(std::uint32_t r, std::uint64_t round_key, std::uint32_t salt) {
    const std::uint64_t mixed = expanded(r, salt) ^ round_key;
    static const Boxed boxed;
    std::uint32_t out = 0;
    for (int i = 0; i < 8; i++) out |= boxed.bits[i][mixed >> (42 - 6 * i) & 63];
    return out;
}

// Returns the place in the words of a round key (og_des_key) of bit j of the field of S-box i. Both count
// from 0, and bit 0 is the first in the standard.
unsigned place(int i, int j) { return static_cast<unsigned>(8 * (i / 2) + 4 * (i % 2) + 2 + j) % 32; }

std::uint64_t round_key(const og_des_key &ks, int round) {
    std::uint64_t key = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 6; j++) key = key << 1 | (ks.k[round][i % 2] >> place(i, j) & 1);
    return key;
}

std::uint64_t rounds(std::uint64_t block, const og_des_key &ks, bool encrypt, std::uint32_t salt) {
    std::uint32_t l = static_cast<std::uint32_t>(block >> 32);
    std::uint32_t r = static_cast<std::uint32_t>(block);
    for (int i = 0; i < 16; i++) {
        const std::uint32_t next = l ^ f(r, round_key(ks, encrypt ? i : 15 - i), salt);
        l = r;
        r = next;
    }
    return std::uint64_t{r} << 32 | l;
}

}  // namespace

og_des_key des_key(std::uint64_t key) {
    constexpr std::uint32_t half = 0xfffffff;  // 28 bits
    const std::uint64_t chosen = picked(key, 64, permuted_choice_1);
    std::uint32_t c = static_cast<std::uint32_t>(chosen >> 28), d = chosen & half;
    og_des_key ks{};
    for (int round = 0; round < 16; round++) {
        const int n = shifts[round];
        c = (c << n | c >> (28 - n)) & half;
        d = (d << n | d >> (28 - n)) & half;
        const std::uint64_t k = picked(std::uint64_t{c} << 28 | d, 56, permuted_choice_2);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 6; j++)
                ks.k[round][i % 2] |= static_cast<std::uint32_t>(k >> (47 - 6 * i - j) & 1) << place(i, j);
    }
    return ks;
}

std::uint64_t des_rounds(std::uint64_t block, const og_des_key &ks, bool encrypt) {
    return rounds(block, ks, encrypt, 0);
}

std::uint64_t des_initial_permutation(std::uint64_t block) { return picked(block, 64, initial_permutation); }

std::uint64_t des(std::uint64_t block, const og_des_key &ks, bool encrypt) {
    return picked(des_rounds(des_initial_permutation(block), ks, encrypt), 64, final_permutation);
}

std::uint64_t des_salted(std::uint64_t block, const og_des_key &ks, std::uint32_t salt) {
    return picked(rounds(picked(block, 64, initial_permutation), ks, true, salt), 64, final_permutation);
}

std::uint64_t des_crypt25(const og_des_key &ks, std::uint32_t salt) {
    std::uint64_t block = 0;
    for (int i = 0; i < 25; i++) block = des_salted(block, ks, salt);
    return block;
}

std::uint64_t des3(std::uint64_t block, const og_des_key *ks, bool encrypt) {
    if (encrypt) return des(des(des(block, ks[0], true), ks[1], false), ks[2], true);
    return des(des(des(block, ks[2], false), ks[1], true), ks[0], false);
}

std::uint64_t load_be64(const std::uint8_t *bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; i++) value = value << 8 | bytes[i];
    return value;
}

void store_be64(std::uint8_t *bytes, std::uint64_t value) {
    for (int i = 0; i < 8; i++) bytes[i] = static_cast<std::uint8_t>(value >> (56 - 8 * i));
}

}  // namespace og::check::oracle
