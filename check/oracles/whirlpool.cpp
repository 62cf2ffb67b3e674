// SPDX-License-Identifier: MIT
// Whirlpool from its definition: mini-boxes, products in GF(2^8), matrices of 8 x 8 bytes.
#include "oracle.hpp"

#include <cstring>

namespace og::check::oracle {

namespace {

using Matrix = std::array<std::array<std::uint8_t, 8>, 8>;

// The mini-boxes E and R of the specification.
constexpr std::uint8_t mini_e[16] = {0x1, 0xb, 0x9, 0xc, 0xd, 0x6, 0xf, 0x3,
                                     0xe, 0x8, 0x7, 0x4, 0xa, 0x2, 0x5, 0x0};
constexpr std::uint8_t mini_r[16] = {0x7, 0xc, 0xb, 0xd, 0xe, 0x4, 0x9, 0xf,
                                     0x6, 0x3, 0x8, 0xa, 0x2, 0x5, 0x1, 0x0};

// The first row of the circulant diffusion matrix of the final version.
constexpr std::uint8_t circulant[8] = {1, 1, 4, 1, 8, 5, 2, 9};

std::uint8_t mini_e_inverse(std::uint8_t y) {
    for (std::uint8_t x = 0;; x++)
        if (mini_e[x] == y) return x;
}

std::uint8_t sbox(std::uint8_t x) {
    const std::uint8_t a = mini_e[x >> 4];
    const std::uint8_t b = mini_e_inverse(x & 15);
    const std::uint8_t r = mini_r[a ^ b];
    return static_cast<std::uint8_t>(mini_e[a ^ r] << 4 | mini_e_inverse(b ^ r));
}

// Returns the product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1.
std::uint8_t product(std::uint8_t a, std::uint8_t b) {
    unsigned sum = 0, x = a;
    for (; b; b >>= 1) {
        if (b & 1) sum ^= x;
        x <<= 1;
        if (x & 0x100) x ^= 0x11d;
    }
    return static_cast<std::uint8_t>(sum);
}

// The S-box, and the contribution of one byte of the state to its row in a round: SubBytes, then MixRows.
struct Boxes {
    std::uint8_t s[256];
    std::uint64_t adds[8][256];  // [column of the byte][value]: 8 bytes in memory order
    Boxes() {
        for (int x = 0; x < 256; x++) {
            s[x] = sbox(static_cast<std::uint8_t>(x));
            for (int k = 0; k < 8; k++) {
                std::uint8_t row[8];
                for (int j = 0; j < 8; j++) row[j] = product(s[x], circulant[(j - k + 8) % 8]);
                std::memcpy(&adds[k][x], row, 8);
            }
        }
    }
};

const Boxes &boxes() {
    static const Boxes made;
    return made;
}

Matrix xored(const Matrix &a, const Matrix &b) {
    Matrix sum;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) sum[i][j] = a[i][j] ^ b[i][j];
    return sum;
}

// One round: SubBytes, ShiftColumns (column k down by k), MixRows, AddRoundKey.
Matrix rounded(const Matrix &state, const Matrix &key) {
    const auto &adds = boxes().adds;
    Matrix mixed;
    for (int i = 0; i < 8; i++) {
        std::uint64_t row = 0;
        for (int k = 0; k < 8; k++) row ^= adds[k][state[(i - k + 8) % 8][k]];
        std::memcpy(mixed[i].data(), &row, 8);
    }
    return xored(mixed, key);
}

Matrix loaded(const std::uint8_t *bytes) {
    Matrix m;
    for (int i = 0; i < 64; i++) m[i / 8][i % 8] = bytes[i];
    return m;
}

}  // namespace

void whirlpool_block(std::uint8_t cv[64], const std::uint8_t block[64]) {
    const Matrix message = loaded(block);
    Matrix key = loaded(cv);
    Matrix state = xored(message, key);
    for (int r = 1; r <= 10; r++) {
        Matrix constant{};
        for (int j = 0; j < 8; j++) constant[0][j] = boxes().s[8 * (r - 1) + j];
        key = rounded(key, constant);
        state = rounded(state, key);
    }
    // Miyaguchi-Preneel.
    for (int i = 0; i < 64; i++) cv[i] ^= state[i / 8][i % 8] ^ block[i];
}

Bytes whirlpool(const Bytes &message) {
    Bytes cv(64, 0);
    const Bytes padded = pad(message, 32);
    for (std::size_t i = 0; i < padded.size(); i += 64) whirlpool_block(cv.data(), &padded[i]);
    return cv;
}

}  // namespace og::check::oracle
