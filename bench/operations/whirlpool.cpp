// SPDX-License-Identifier: MIT
#include "many_operations.hpp"

#include <oldguard/whirlpool.h>

#include <array>

namespace og::bench {

namespace {

struct Whirlpool {
    using Fn = og_whirlpool_blocks_fn;
    using LanesFn = og_whirlpool_lanes_fn;
    using LanesArgument = std::uint8_t (*)[64];
    using State = std::array<std::uint8_t, 64>;
    static constexpr const char *name = "whirlpool";
    static constexpr const char *reference = "whirlpool_c_byte";
    static constexpr const char *reference_op = "whirlpool.blocks";
    static constexpr std::size_t digest_size = OG_WHIRLPOOL_DIGEST_SIZE;
    static constexpr std::size_t length_size = 32;

    static State start() { return {}; }
    static Bytes store(const State &state) { return Bytes(state.begin(), state.end()); }
    static int call(const std::uint8_t *in, std::size_t size, std::uint8_t *digest) {
        return og_whirlpool(in, size, digest);
    }
    static void fold(LanesFn *fn, std::size_t, LanesArgument cv, const std::uint8_t *const *at,
                     std::size_t count) {
        fn(cv, at, count);
    }
    static int many(const og_message *messages, std::size_t n, std::uint8_t *digests) {
        return og_whirlpool_many(
            messages, n, reinterpret_cast<std::uint8_t(*)[OG_WHIRLPOOL_DIGEST_SIZE]>(digests), nullptr);
    }

    using Context = og_whirlpool_ctx;
    static constexpr auto init = og_whirlpool_init;
    static constexpr auto final = og_whirlpool_final;
    static int update_many(Context *const *streams, const og_message *pieces, std::size_t n) {
        return og_whirlpool_update_many(streams, pieces, n, nullptr);
    }
};

}  // namespace

std::vector<Operation> whirlpool_operations() { return hash_operations<Whirlpool>(); }
std::vector<Operation> whirlpool_many_operations() { return many_operations<Whirlpool>(); }

}  // namespace og::bench
