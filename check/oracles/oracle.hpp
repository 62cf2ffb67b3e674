// SPDX-License-Identifier: MIT
// The algorithms written directly from their standards. The harness compares kernels with them. They share
// no code with the library, so the harness also detects errors of its reference kernels.
#pragma once

#include <oldguard/des.h>
#include <oldguard/kernels.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace og::check::oracle {

using Bytes = std::vector<std::uint8_t>;

// Compresses one block of 64 bytes into the chaining value (FIPS 180-4, section 6.1.2).
void sha1_block(std::uint32_t cv[5], const std::uint8_t block[64]);
// The initial chaining value (FIPS 180-4, section 5.3.1).
inline constexpr std::array<std::uint32_t, 5> sha1_start = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
                                                            0xc3d2e1f0};

// The parts of sha1_block: the 80 words of the message schedule, and rounds first to last - 1 on a, b, c,
// d, e.
void sha1_schedule(std::uint32_t w[80], const std::uint8_t block[64]);
void sha1_rounds(std::uint32_t state[5], const std::uint32_t w[80], int first, int last);

// sha1_block with the record that sha1dc.blocks writes, and the mask of that record alone.
void sha1dc_block(std::uint32_t cv[5], const std::uint8_t block[64], og_sha1dc_block_info &info);
std::uint32_t sha1dc_mask(const std::uint32_t w[80]);

// Compresses one block of 64 bytes into the chaining value (ISO/IEC 10118-3, dedicated hash-function 7).
void whirlpool_block(std::uint8_t cv[64], const std::uint8_t block[64]);

// Returns the padded message: the message, a 1 bit, zeros, and the length in bits as a big-endian integer of
// length_bytes bytes (SHA-1: 8, Whirlpool: 32). The result is a multiple of 64 bytes.
Bytes pad(const Bytes &message, std::size_t length_bytes);

Bytes sha1(const Bytes &message);
Bytes whirlpool(const Bytes &message);

// FIPS 46-3. Blocks are 64-bit integers whose most significant bit is bit 1 of the standard.
// Returns the 16 round keys of a key in the form that og_des_key documents.
og_des_key des_key(std::uint64_t key);
std::uint64_t des(std::uint64_t block, const og_des_key &ks, bool encrypt);
std::uint64_t des_initial_permutation(std::uint64_t block);
// Computes the 16 rounds only: from the block after IP to the block before FP, with exchanged halves.
std::uint64_t des_rounds(std::uint64_t block, const og_des_key &ks, bool encrypt);
// Computes the traditional crypt(3): encrypts a block of zeros 25 times. Bits i + 1 and i + 25 of the output
// of E are exchanged for each set bit i of the salt, of which bit 0 is the lowest of 24.
std::uint64_t des_crypt25(const og_des_key &ks, std::uint32_t salt);
// Computes one of these encryptions.
std::uint64_t des_salted(std::uint64_t block, const og_des_key &ks, std::uint32_t salt);
// Computes E(ks[2]) D(ks[1]) E(ks[0]) or its inverse (SP 800-67).
std::uint64_t des3(std::uint64_t block, const og_des_key *ks, bool encrypt);

std::uint64_t load_be64(const std::uint8_t *bytes);
void store_be64(std::uint8_t *bytes, std::uint64_t value);

}  // namespace og::check::oracle
