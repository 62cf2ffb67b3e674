// SPDX-License-Identifier: MIT
// des.ecb, des3.ecb:
// void (uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks, int encrypt)
#include "../vectors/published.hpp"
#include "des_common.hpp"

namespace og::check {

namespace {

template <unsigned keys> void apply(Values &v) {
    const og_des_key ks[3] = {schedule(v.buffers[3]), schedule(v.buffers[3], keys > 1 ? 1 : 0),
                              schedule(v.buffers[3], keys > 2 ? 2 : 0)};
    for (std::size_t i = 0; i < v.count; i++) {
        const std::uint64_t block = oracle::load_be64(&v.buffers[1][8 * i]);
        oracle::store_be64(&v.buffers[0][8 * i],
                           keys == 1 ? oracle::des(block, ks[0], v.flag) : oracle::des3(block, ks, v.flag));
    }
}

template <unsigned keys> std::vector<Vector> vectors() {
    std::vector<Vector> all;
    for (const DesVector &published : keys == 1 ? des_vectors() : des3_vectors())
        for (int encrypt : {1, 0}) {
            Bytes ks, plain(8), cipher(8);
            for (unsigned i = 0; i < keys; i++) append_schedule(ks, published.keys[i]);
            oracle::store_be64(plain.data(), published.plaintext);
            oracle::store_be64(cipher.data(), published.ciphertext);
            const Bytes &in = encrypt ? plain : cipher, &out = encrypt ? cipher : plain;
            all.push_back({std::string(published.name) + (encrypt ? " encrypt" : " decrypt"),
                           {{Bytes(8), in, {}, ks, {}}, 1, encrypt},
                           {{out, in, {}, ks, {}}, 1, encrypt}});
        }
    return all;
}

}  // namespace

Meaning des_ecb(unsigned) {
    return {.most_blocks = 130, .fill = fill_schedules, .oracle = apply<1>, .vectors = vectors<1>};
}

Meaning des3_ecb(unsigned) {
    return {.most_blocks = 66, .fill = fill_schedules, .oracle = apply<3>, .vectors = vectors<3>};
}

}  // namespace og::check
