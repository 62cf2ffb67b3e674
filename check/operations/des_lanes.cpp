// SPDX-License-Identifier: MIT
// des.lanes, des3.lanes: void (uint8_t *out, const uint8_t *in, size_t nblocks, const uint8_t *keys,
//                              uint8_t *iv)
// des.crypt_lanes, des.bsdi_lanes: void (uint8_t *blocks, const uint8_t *keys, const uint64_t *salts,
//                                        size_t iterations)
// des.one_salt_lanes: void (uint8_t *blocks, const uint8_t *keys, uint32_t salt, size_t iterations)
#include "../vectors/published.hpp"
#include "des_common.hpp"

#include <cstring>

namespace og::check {

namespace {

constexpr std::size_t block_size = 8;

// CBC encryption (SP 800-38A, section 6.2), lane by lane.
template <unsigned keys> void apply_chained(Values &v) {
    const std::size_t lanes = v.buffers[4].size() / block_size;
    for (std::size_t lane = 0; lane < lanes; lane++) {
        og_des_key ks[keys];
        for (std::size_t i = 0; i < keys; i++)
            ks[i] = oracle::des_key(oracle::load_be64(&v.buffers[3][block_size * (lanes * i + lane)]));
        std::uint8_t *iv = &v.buffers[4][block_size * lane];
        for (std::size_t i = 0; i < v.count; i++) {
            const std::size_t at = block_size * (lanes * i + lane);
            const std::uint64_t sum = oracle::load_be64(&v.buffers[1][at]) ^ oracle::load_be64(iv);
            std::uint64_t block;
            if constexpr (keys == 1)
                block = oracle::des(sum, ks[0], true);
            else
                block = oracle::des3(sum, ks, true);
            oracle::store_be64(iv, block);
            oracle::store_be64(&v.buffers[0][at], block);
        }
    }
}

void append(Bytes &bytes, std::uint64_t block) {
    bytes.resize(bytes.size() + block_size);
    oracle::store_be64(&bytes[bytes.size() - block_size], block);
}

// Puts every published block into every lane once, with other blocks in the other lanes.
template <unsigned keys> std::vector<Vector> vectors_chained(unsigned lanes) {
    const std::vector<DesVector> &published = keys == 1 ? des_vectors() : des3_vectors();
    std::vector<Vector> all;
    for (std::size_t first = 0; first < published.size(); first++) {
        Vector vector{std::string(published[first].name) + " in lane 0", {}, {}};
        Bytes in, out, key;
        for (unsigned lane = 0; lane < lanes; lane++) {
            const DesVector &mine = published[(first + lane) % published.size()];
            append(in, mine.plaintext);
            append(out, mine.ciphertext);
        }
        for (unsigned i = 0; i < keys; i++)
            for (unsigned lane = 0; lane < lanes; lane++)
                append(key, published[(first + lane) % published.size()].keys[i]);
        vector.before.buffers = {Bytes(out.size()), in, {}, key, Bytes(out.size())};
        vector.after.buffers = {out, in, {}, key, out};
        all.push_back(std::move(vector));
    }
    return all;
}

template <unsigned keys> Meaning chained(unsigned lanes) {
    return {.most_blocks = 5, .many_lanes = true, .oracle = apply_chained<keys>, .vectors = [lanes] {
                return vectors_chained<keys>(lanes);
            }};
}

// Returns the salt of a lane, or that of all lanes if they have no buffer of salts.
std::uint64_t salt_of(const Values &v, std::size_t lane) {
    std::uint64_t salt;
    if (v.buffers[2].empty()) return v.number;
    std::memcpy(&salt, &v.buffers[2][sizeof salt * lane], sizeof salt);
    return salt;
}

template <unsigned salt_bits> void apply_crypt(Values &v) {
    for (std::size_t lane = 0; lane < v.buffers[0].size() / block_size; lane++) {
        const std::size_t at = block_size * lane;
        const og_des_key ks = oracle::des_key(oracle::load_be64(&v.buffers[1][at]));
        std::uint64_t block = oracle::load_be64(&v.buffers[0][at]);
        for (std::size_t i = 0; i < v.count; i++)
            block = oracle::des_salted(block, ks,
                                       static_cast<std::uint32_t>(salt_of(v, lane) % (1 << salt_bits)));
        oracle::store_be64(&v.buffers[0][at], block);
    }
}

// One published hash in all lanes.
std::vector<Vector> vectors_one_salt(unsigned lanes) {
    std::vector<Vector> all;
    for (std::size_t i = 0; i < crypt_vectors().size(); i++) {
        const CryptCase published = crypt_case(i);
        Vector vector{"published hash", {{{}, {}, {}, {}}, 25}, {}};
        Bytes wanted;
        for (unsigned lane = 0; lane < lanes; lane++) {
            append(vector.before.buffers[1], published.key);
            append(wanted, published.block);
        }
        vector.before.buffers[0] = Bytes(wanted.size());
        vector.before.number = published.salt;
        vector.after = vector.before;
        vector.after.buffers[0] = wanted;
        all.push_back(std::move(vector));
    }
    return all;
}

std::vector<Vector> vectors_crypt(unsigned lanes) {
    Vector vector{"published hashes", {{{}, {}, {}}, 25}, {}};
    std::vector<Bytes> &buffers = vector.before.buffers;
    Bytes wanted;
    for (unsigned lane = 0; lane < lanes; lane++) {
        const CryptCase published = crypt_case(lane % crypt_vectors().size());
        append(buffers[1], published.key);
        append(wanted, published.block);
        const std::uint64_t salt = published.salt;
        const auto *bytes = reinterpret_cast<const std::uint8_t *>(&salt);
        buffers[2].insert(buffers[2].end(), bytes, bytes + sizeof salt);
    }
    buffers[0] = Bytes(wanted.size());
    buffers.emplace_back();
    vector.after = vector.before;
    vector.after.buffers[0] = wanted;
    return {vector};
}

template <unsigned salt_bits> Meaning salted(unsigned lanes) {
    return {.most_blocks = 5, .many_lanes = true, .oracle = apply_crypt<salt_bits>, .vectors = [lanes] {
                return vectors_crypt(lanes);
            }};
}

}  // namespace

Meaning des_lanes(unsigned lanes) { return chained<1>(lanes); }
Meaning des3_lanes(unsigned lanes) { return chained<3>(lanes); }
Meaning des_crypt_lanes(unsigned lanes) { return salted<12>(lanes); }
Meaning des_bsdi_lanes(unsigned lanes) { return salted<24>(lanes); }
Meaning des_one_salt_lanes(unsigned lanes) {
    Meaning meaning = salted<12>(lanes);
    meaning.vectors = [lanes] { return vectors_one_salt(lanes); };
    return meaning;
}

}  // namespace og::check
