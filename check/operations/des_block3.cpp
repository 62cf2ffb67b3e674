// SPDX-License-Identifier: MIT
// des.encrypt3, des.decrypt3: void (uint32_t data[2], const og_des_key *k1, *k2, *k3)
#include "../vectors/published.hpp"
#include "des_common.hpp"

namespace og::check {

namespace {

template <bool encrypt> void apply(Values &v) {
    const og_des_key ks[3] = {schedule(v.buffers[1]), schedule(v.buffers[2]), schedule(v.buffers[3])};
    v.buffers[0] = words_of_block(oracle::des3(block_of_words(v.buffers[0]), ks, encrypt));
}

template <bool encrypt> std::vector<Vector> vectors() {
    std::vector<Vector> all;
    for (const DesVector &published : des3_vectors()) {
        Bytes ks[3];
        for (int i = 0; i < 3; i++) append_schedule(ks[i], published.keys[i]);
        const Bytes plain = words_of_block(published.plaintext);
        const Bytes cipher = words_of_block(published.ciphertext);
        all.push_back({published.name,
                       {{encrypt ? plain : cipher, ks[0], ks[1], ks[2]}},
                       {{encrypt ? cipher : plain, ks[0], ks[1], ks[2]}}});
    }
    return all;
}

template <bool encrypt> Meaning meaning() {
    return {.fill = fill_schedules, .oracle = apply<encrypt>, .vectors = vectors<encrypt>};
}

}  // namespace

Meaning des_encrypt3(unsigned) { return meaning<true>(); }
Meaning des_decrypt3(unsigned) { return meaning<false>(); }

}  // namespace og::check
