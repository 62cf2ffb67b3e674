// SPDX-License-Identifier: MIT
#include "sha1_hash.hpp"

namespace og::bench {

namespace {

// A message of a caller that leaves the upper half of a vector register in use, which makes SSE-coded
// instructions slow on some processors. Without AVX, or built without SSE2, it leaves none.
struct DirtySha1 : Sha1 {
    static int call(const std::uint8_t *in, std::size_t size, std::uint8_t *digest) {
#ifdef __SSE2__
        static const bool avx = __builtin_cpu_supports("avx");
        if (avx) __asm__ volatile("vcmpps $15, %%ymm7, %%ymm7, %%ymm7" ::: "xmm7");  // all ones
        const int status = og_sha1(in, size, digest);
        if (avx) __asm__ volatile("vzeroupper");
        return status;
#else
        return og_sha1(in, size, digest);
#endif
    }
};

}  // namespace

std::vector<Operation> sha1_operations() {
    std::vector<Operation> all = hash_operations<Sha1>();
    all.push_back(whole_call<DirtySha1>("sha1.dirty", "sha1.blocks"));
    return all;
}
std::vector<Operation> sha1_many_operations() { return many_operations<Sha1>(); }

}  // namespace og::bench
