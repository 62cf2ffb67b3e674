// SPDX-License-Identifier: MIT
#include "hash_operations.hpp"

#include <oldguard/whirlpool.h>

#include <array>

namespace og::bench {

namespace {

struct Whirlpool {
    using Fn = og_whirlpool_blocks_fn;
    using State = std::array<std::uint8_t, 64>;
    static constexpr const char *name = "whirlpool";
    static constexpr const char *reference = "whirlpool_c_byte";
    static constexpr std::size_t digest_size = OG_WHIRLPOOL_DIGEST_SIZE;
    static constexpr std::size_t length_size = 32;

    static State start() { return {}; }
    static Bytes store(const State &state) { return Bytes(state.begin(), state.end()); }
    static int call(const std::uint8_t *in, std::size_t size, std::uint8_t *digest) {
        return og_whirlpool(in, size, digest);
    }
};

}  // namespace

std::vector<Operation> whirlpool_operations() { return hash_operations<Whirlpool>(); }

}  // namespace og::bench
