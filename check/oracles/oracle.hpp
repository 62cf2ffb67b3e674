// SPDX-License-Identifier: MIT
// The algorithms as their standards read, for the harness to compare kernels with. They share no
// code with the library, so that a mistake in its references shows as well.
#pragma once

#include <oldguard/des.h>
#include <oldguard/kernels.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace og::check::oracle {

using Bytes = std::vector<std::uint8_t>;

// FIPS 180-4, section 6.1.2: one block of 64 bytes into the chaining value.
void sha1_block(std::uint32_t cv[5], const std::uint8_t block[64]);
// FIPS 180-4, section 5.3.1.
inline constexpr std::array<std::uint32_t, 5> sha1_start = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
                                                            0xc3d2e1f0};

// Its parts: the 80 schedule words of a block; rounds first to last - 1 on a, b, c, d, e.
void sha1_schedule(std::uint32_t w[80], const std::uint8_t block[64]);
void sha1_rounds(std::uint32_t state[5], const std::uint32_t w[80], int first, int last);

// sha1_block, with what sha1dc.blocks tells of the block; and of that the mask alone.
void sha1dc_block(std::uint32_t cv[5], const std::uint8_t block[64], og_sha1dc_block_info &info);
std::uint32_t sha1dc_mask(const std::uint32_t w[80]);

// ISO/IEC 10118-3, dedicated hash-function 7: one block of 64 bytes into the chaining value.
void whirlpool_block(std::uint8_t cv[64], const std::uint8_t block[64]);

// The message, a 1 bit, zeros, and the length in bits as a big-endian integer of length_bytes
// bytes, up to whole blocks of 64 bytes: SHA-1 with 8, Whirlpool with 32.
Bytes pad(const Bytes &message, std::size_t length_bytes);

Bytes sha1(const Bytes &message);
Bytes whirlpool(const Bytes &message);

// FIPS 46-3. Blocks are 64-bit integers, bit 1 of the standard being the most significant.
// The 16 round keys of a key, in the form that og_des_key documents.
og_des_key des_key(std::uint64_t key);
std::uint64_t des(std::uint64_t block, const og_des_key &ks, bool encrypt);
std::uint64_t des_initial_permutation(std::uint64_t block);
// The 16 rounds alone: from the block after IP to the block before FP, halves exchanged.
std::uint64_t des_rounds(std::uint64_t block, const og_des_key &ks, bool encrypt);
// The traditional crypt(3): a block of zeros encrypted 25 times, with bits i + 1 and i + 25 of E's
// output exchanged for each bit i of the salt that is set, 0 the lowest of 24.
std::uint64_t des_crypt25(const og_des_key &ks, std::uint32_t salt);
// One of those encryptions.
std::uint64_t des_salted(std::uint64_t block, const og_des_key &ks, std::uint32_t salt);
// SP 800-67: E(ks[2]) D(ks[1]) E(ks[0]) and its inverse.
std::uint64_t des3(std::uint64_t block, const og_des_key *ks, bool encrypt);

std::uint64_t load_be64(const std::uint8_t *bytes);
void store_be64(std::uint8_t *bytes, std::uint64_t value);

}  // namespace og::check::oracle
