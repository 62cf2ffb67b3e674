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

}  // namespace

Operation des_block3(bool encrypt) {
    return {.name = encrypt ? "des.encrypt3" : "des.decrypt3",
            .arguments = {{.role = Role::input_output, .name = "data", .fixed = 8, .align = 4},
                          {.role = Role::key, .name = "k1", .fixed = schedule_size, .align = 4},
                          {.role = Role::key, .name = "k2", .fixed = schedule_size, .align = 4},
                          {.role = Role::key, .name = "k3", .fixed = schedule_size, .align = 4}},
            .most_blocks = 1,
            .fill = fill_schedules,
            .oracle = encrypt ? apply<true> : apply<false>,
            .vectors = encrypt ? vectors<true> : vectors<false>};
}

}  // namespace og::check
