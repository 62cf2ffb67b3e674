// SPDX-License-Identifier: MIT
// Nettle: SHA-1, DES, Triple DES, PBKDF2. It has no Whirlpool. It chooses its code path when it is loaded and
// does not report it.
#include "peer.hpp"

#include <nettle/cbc.h>
#include <nettle/des.h>
#include <nettle/pbkdf2.h>
#include <nettle/sha1.h>
#include <nettle/version.h>

#include <string>
#include <type_traits>

namespace {

using namespace og::peer;

struct Sha1 {
    using Ctx = sha1_ctx;
    static constexpr std::size_t size = SHA1_DIGEST_SIZE;
    static void init(Ctx *c) { sha1_init(c); }
    static void update(Ctx *c, const std::uint8_t *in, std::size_t n) { sha1_update(c, n, in); }
    static void final(Ctx *c, std::uint8_t *out) { sha1_digest(c, SHA1_DIGEST_SIZE, out); }
};

enum class Mode { ecb, cbc_enc, cbc_dec };

template <class Ctx, Mode mode> struct Cipher : CipherJob {
    Ctx ctx;
    std::uint8_t iv[8];
    explicit Cipher(const og_peer_task &t) : CipherJob(t) {
        if constexpr (std::is_same_v<Ctx, des_ctx>)
            require(des_set_key(&ctx, t.key) == 1, "weak key");
        else
            require(des3_set_key(&ctx, t.key) == 1, "weak key");
        std::memcpy(iv, t.iv, 8);
    }
    static void encrypt(const void *c, std::size_t n, std::uint8_t *out, const std::uint8_t *in) {
        if constexpr (std::is_same_v<Ctx, des_ctx>)
            des_encrypt(static_cast<const Ctx *>(c), n, out, in);
        else
            des3_encrypt(static_cast<const Ctx *>(c), n, out, in);
    }
    static void decrypt(const void *c, std::size_t n, std::uint8_t *out, const std::uint8_t *in) {
        if constexpr (std::is_same_v<Ctx, des_ctx>)
            des_decrypt(static_cast<const Ctx *>(c), n, out, in);
        else
            des3_decrypt(static_cast<const Ctx *>(c), n, out, in);
    }
    void call() {
        if constexpr (mode == Mode::ecb)
            encrypt(&ctx, task.size, task.out, task.in);
        else if constexpr (mode == Mode::cbc_enc)
            cbc_encrypt(&ctx, encrypt, 8, iv, task.size, task.out, task.in);
        else
            cbc_decrypt(&ctx, decrypt, 8, iv, task.size, task.out, task.in);
    }
};

struct Key {
    og_peer_task task;
    des_ctx ctx;
    explicit Key(const og_peer_task &t) : task(t) {}
    void call() { des_set_key(&ctx, task.in); }
    std::size_t answer(std::uint8_t *out) {
        des_encrypt(&ctx, 8, out, task.iv);
        return 8;
    }
};

struct Derive : CipherJob {
    using CipherJob::CipherJob;
    void call() { pbkdf2_hmac_sha1(24, task.key, OG_PEER_ITERATIONS, 8, task.iv, task.size, task.out); }
};

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **) {
    constexpr const char *name = "nettle";
    static const og_peer_row rows[] = {
        row<UpdateJob<Sha1>>(name, "sha1.blocks"),
        row<WholeJob<Sha1>>(name, "sha1.hash"),
        row<ManyJob<Sha1, false>>(name, "sha1.many"),
        row<ManyJob<Sha1, true>>(name, "sha1.many_mixed"),
        row<Cipher<des_ctx, Mode::ecb>>(name, "des.ecb"),
        row<Cipher<des_ctx, Mode::cbc_enc>>(name, "des.cbc_enc"),
        row<Cipher<des_ctx, Mode::cbc_dec>>(name, "des.cbc_dec"),
        row<Cipher<des3_ctx, Mode::ecb>>(name, "des3.ecb"),
        row<Cipher<des3_ctx, Mode::cbc_enc>>(name, "des3.cbc_enc"),
        row<Cipher<des3_ctx, Mode::cbc_dec>>(name, "des3.cbc_dec"),
        row<Key>(name, "des.key"),
        row<Derive>(name, "pbkdf2.sha1"),
    };
    static const std::string version =
        std::to_string(nettle_version_major()) + "." + std::to_string(nettle_version_minor());
    static const og_peer_module module = {OG_PEER_ABI, name, version.c_str(), rows,
                                          sizeof rows / sizeof rows[0]};
    return &module;
}
