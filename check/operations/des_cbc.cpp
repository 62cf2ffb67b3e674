// SPDX-License-Identifier: MIT
// des.cbc_enc, des.cbc_dec, des3.cbc_enc, des3.cbc_dec:
// void (uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks, uint8_t iv[8])
#include "../vectors/published.hpp"
#include "des_common.hpp"

namespace og::check {

namespace {

// CBC mode (SP 800-38A, section 6.2).
template <unsigned keys, bool encrypt> void apply(Values &v) {
    og_des_key ks[keys];
    for (unsigned i = 0; i < keys; i++) ks[i] = schedule(v.buffers[3], i);
    const auto cipher = [&](std::uint64_t block) {
        if constexpr (keys == 1)
            return oracle::des(block, ks[0], encrypt);
        else
            return oracle::des3(block, ks, encrypt);
    };
    std::uint64_t chain = oracle::load_be64(v.buffers[4].data());
    for (std::size_t i = 0; i < v.count; i++) {
        const std::uint64_t in = oracle::load_be64(&v.buffers[1][8 * i]);
        const std::uint64_t out = encrypt ? cipher(in ^ chain) : cipher(in) ^ chain;
        oracle::store_be64(&v.buffers[0][8 * i], out);
        chain = encrypt ? out : in;
    }
    oracle::store_be64(v.buffers[4].data(), chain);
}

template <unsigned keys, bool encrypt> std::vector<Vector> vectors() {
    std::vector<Vector> all;
    for (const CbcVector &published : cbc_vectors(keys)) {
        Bytes ks;
        for (unsigned i = 0; i < keys; i++) append_schedule(ks, published.keys[i]);
        const Bytes &in = encrypt ? published.plaintext : published.ciphertext;
        const Bytes &out = encrypt ? published.ciphertext : published.plaintext;
        const Bytes last(published.ciphertext.end() - 8, published.ciphertext.end());
        const std::size_t count = in.size() / 8;
        all.push_back({published.name,
                       {{Bytes(in.size()), in, {}, ks, published.iv}, count},
                       {{out, in, {}, ks, last}, count}});
    }
    return all;
}

template <unsigned keys, bool encrypt> Meaning meaning() {
    return {.most_blocks = keys == 1 ? 130 : 66,
            .fill = fill_schedules,
            .oracle = apply<keys, encrypt>,
            .vectors = vectors<keys, encrypt>};
}

}  // namespace

Meaning des_cbc_enc(unsigned) { return meaning<1, true>(); }
Meaning des_cbc_dec(unsigned) { return meaning<1, false>(); }
Meaning des3_cbc_enc(unsigned) { return meaning<3, true>(); }
Meaning des3_cbc_dec(unsigned) { return meaning<3, false>(); }

}  // namespace og::check
