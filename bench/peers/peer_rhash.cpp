// SPDX-License-Identifier: MIT
// RHash (librhash): SHA-1 and Whirlpool by its own C code. By default it calls OpenSSL if that is installed.
// Its API allocates a context for each message.
#include "peer.hpp"

#include <rhash.h>

#include <cstdio>

namespace {

using namespace og::peer;

template <unsigned algorithm, std::size_t digest_size> struct Blocks {
    og_peer_task task;
    rhash ctx;
    explicit Blocks(const og_peer_task &t) : task(t), ctx(rhash_init(algorithm)) {
        require(ctx, "rhash_init");
    }
    ~Blocks() { rhash_free(ctx); }
    Blocks(const Blocks &) = delete;
    Blocks &operator=(const Blocks &) = delete;
    void call() { rhash_update(ctx, task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        rhash_final(ctx, out);
        return digest_size;
    }
};

template <unsigned algorithm, std::size_t digest_size> struct Whole {
    og_peer_task task;
    std::uint8_t digest[digest_size];
    explicit Whole(const og_peer_task &t) : task(t) {}
    void call() { rhash_msg(algorithm, task.in, task.size, digest); }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, digest, digest_size);
        return digest_size;
    }
};

const char *version() {
    static char text[32];
    const auto number = static_cast<unsigned>(rhash_get_version());
    std::snprintf(text, sizeof text, "%u.%u.%u", number >> 24 & 0xff, number >> 16 & 0xff,
                  number >> 8 & 0xff);
    return text;
}

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **) {
    constexpr const char *name = "rhash";
    rhash_set_openssl_mask(0);  // before the initialisation, so that OpenSSL is not loaded
    rhash_library_init();
    static const og_peer_row rows[] = {
        row<Blocks<RHASH_SHA1, 20>>(name, "sha1.blocks"),
        row<Whole<RHASH_SHA1, 20>>(name, "sha1.hash"),
        row<Blocks<RHASH_WHIRLPOOL, 64>>(name, "whirlpool.blocks"),
        row<Whole<RHASH_WHIRLPOOL, 64>>(name, "whirlpool.hash"),
    };
    static const og_peer_module module = {OG_PEER_ABI, name, version(), rows, sizeof rows / sizeof rows[0]};
    return &module;
}
