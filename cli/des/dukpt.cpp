// SPDX-License-Identifier: MIT
#include "dukpt.hpp"

#include <algorithm>

namespace og::cli {
namespace {

constexpr std::uint32_t counter_bits = 0x1fffff;

void encrypt(og_des_cipher cipher, const std::uint8_t *key, const std::uint8_t in[8], std::uint8_t out[8]) {
    og_des_crypt(cipher, OG_ECB, 1, key, og_des_key_size(cipher), nullptr, 0, OG_DES_CHECK_NONE, out, in, 8);
}

// Adds C0C0C0C0 00000000 to each key, which the standard does for every second half of a key.
void add_mask(TwoKeys &key) {
    for (const std::size_t half : {0, 8})
        for (std::size_t i = 0; i < 4; i++) key.bytes[half + i] ^= 0xc0;
}

void copy(const TwoKeys &from, TwoKeys &to) { to.bytes = from.bytes; }

// Half of the non-reversible key generation: DES of data added to the right key, under the left one.
void one_way(const TwoKeys &key, const std::uint8_t data[8], std::uint8_t out[8]) {
    Secret<8> block;
    for (std::size_t i = 0; i < 8; i++) block.bytes[i] = data[i] ^ key.bytes[8 + i];
    encrypt(OG_DES, key.data(), block.data(), block.data());
    for (std::size_t i = 0; i < 8; i++) out[i] = block.bytes[i] ^ key.bytes[8 + i];
}

}  // namespace

std::uint32_t ksn_counter(const Ksn &ksn) {
    return (std::uint32_t{ksn[7]} << 16 | std::uint32_t{ksn[8]} << 8 | ksn[9]) & counter_bits;
}

void dukpt_initial_key(const TwoKeys &base, const Ksn &ksn, TwoKeys &initial) {
    std::array<std::uint8_t, 8> serial;
    std::copy_n(ksn.begin(), serial.size(), serial.begin());
    serial[7] &= 0xe0;
    TwoKeys masked;
    copy(base, masked);
    add_mask(masked);
    encrypt(OG_DES_EDE, base.data(), serial.data(), initial.data());
    encrypt(OG_DES_EDE, masked.data(), serial.data(), initial.data() + 8);
}

void dukpt_transaction_key(const TwoKeys &initial, const Ksn &ksn, TwoKeys &key) {
    std::array<std::uint8_t, 8> data;
    std::copy_n(ksn.begin() + 2, data.size(), data.begin());
    data[5] &= 0xe0;
    data[6] = data[7] = 0;
    copy(initial, key);
    for (std::uint32_t bit = 0x100000; bit > 0; bit >>= 1) {
        if ((ksn_counter(ksn) & bit) == 0) continue;
        for (std::size_t i = 0; i < 3; i++) data[5 + i] |= static_cast<std::uint8_t>(bit >> (16 - 8 * i));
        TwoKeys masked, next;
        copy(key, masked);
        add_mask(masked);
        one_way(masked, data.data(), next.data());
        one_way(key, data.data(), next.data() + 8);
        copy(next, key);
    }
}

void dukpt_session_key(const TwoKeys &transaction, DukptUse use, TwoKeys &key) {
    constexpr std::array<std::size_t, 5> place{7, 6, 4, 5, 3};  // of the byte FF in each half
    copy(transaction, key);
    for (const std::size_t half : {0, 8}) key.bytes[half + place[static_cast<std::size_t>(use)]] ^= 0xff;
    if (use != DukptUse::data_request && use != DukptUse::data_response) return;
    TwoKeys under;
    copy(key, under);
    for (const std::size_t half : {0, 8})
        encrypt(OG_DES_EDE, under.data(), under.data() + half, key.data() + half);
}

}  // namespace og::cli
