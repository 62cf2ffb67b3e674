// SPDX-License-Identifier: MIT
// des.key: void (og_des_key *ks, const uint8_t key[8])
#include "des_common.hpp"

namespace og::check {

namespace {

void apply(Values &v) {
    v.buffers[0].clear();
    append_schedule(v.buffers[0], oracle::load_be64(v.buffers[1].data()));
}

// SP 800-67, section 3.3.2: in the round keys of a weak key, each half of 24 bits is all zeros or all ones.
// The first half, for S1 to S4, comes from C, and the second, for S5 to S8, from D.
std::vector<Vector> vectors() {
    struct Weak {
        const char *name;
        std::uint64_t key;
        std::uint32_t c, d;
    };
    std::vector<Vector> all;
    constexpr Weak weak_keys[] = {{"SP 800-67 weak key, C = D = 0", 0x0101010101010101, 0, 0},
                                  {"SP 800-67 weak key, C = D = 1", 0xfefefefefefefefe, 1, 1},
                                  {"SP 800-67 weak key, C = 1, D = 0", 0xe0e0e0e0f1f1f1f1, 1, 0},
                                  {"SP 800-67 weak key, C = 0, D = 1", 0x1f1f1f1f0e0e0e0e, 0, 1}};
    for (const Weak &weak : weak_keys) {
        Bytes key(8), ks;
        oracle::store_be64(key.data(), weak.key);
        const std::uint32_t c = 0u - weak.c, d = 0u - weak.d;
        for (int round = 0; round < 16; round++)
            for (std::uint32_t word :
                 {(0x0000fcfc & c) | (0xfcfc0000 & d), (0x000fcfc0 & c) | (0xcfc0000f & d)}) {
                std::uint8_t bytes[4];
                std::memcpy(bytes, &word, sizeof bytes);
                ks.insert(ks.end(), bytes, bytes + sizeof bytes);
            }
        all.push_back({weak.name, {{Bytes(schedule_size), key}}, {{ks, key}}});
    }
    return all;
}

}  // namespace

Meaning des_key(unsigned) { return {.oracle = apply, .vectors = vectors}; }

}  // namespace og::check
