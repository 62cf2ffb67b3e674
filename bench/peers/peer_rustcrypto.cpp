// SPDX-License-Identifier: MIT
// The crates of RustCrypto: sha1, whirlpool, des, cbc and pbkdf2.
#include "crate_sha1.hpp"
#include "peer.hpp"

extern "C" {
void *og_peer_whirlpool_new(void);
void og_peer_whirlpool_update(void *, const std::uint8_t *, std::size_t);
void og_peer_whirlpool_finish(void *, std::uint8_t *);
void og_peer_whirlpool_whole(const std::uint8_t *, std::size_t, std::uint8_t *);

#define CIPHER(name)                                                                \
    void og_peer_##name(void *, const std::uint8_t *, std::uint8_t *, std::size_t); \
    void og_peer_##name##_free(void *);
#define MODES(name)                                                                 \
    void *og_peer_##name##_ecb_new(const std::uint8_t *);                           \
    void *og_peer_##name##_cbc_enc_new(const std::uint8_t *, const std::uint8_t *); \
    void *og_peer_##name##_cbc_dec_new(const std::uint8_t *, const std::uint8_t *); \
    CIPHER(name##_ecb)                                                              \
    CIPHER(name##_cbc_enc)                                                          \
    CIPHER(name##_cbc_dec)
MODES(des)
MODES(des3)
#undef MODES
#undef CIPHER

void og_peer_des_key(void *, const std::uint8_t *);
void og_peer_pbkdf2(int is_whirlpool, const std::uint8_t *password, const std::uint8_t *salt,
                    std::uint32_t rounds, std::uint8_t *out, std::size_t size);
}

namespace {

using namespace og::peer;

struct Whirlpool {
    static constexpr std::size_t size = 64;
    static constexpr auto make = og_peer_whirlpool_new;
    static constexpr auto update = og_peer_whirlpool_update;
    static constexpr auto finish = og_peer_whirlpool_finish;
    static constexpr auto whole = og_peer_whirlpool_whole;
};

// A mode of a cipher. make: its function for the state, from the key or from the key and the IV.
template <auto make, auto run, auto release> struct Cipher : CipherJob {
    void *state;

    explicit Cipher(const og_peer_task &t) : CipherJob(t) {
        if constexpr (requires { make(t.key, t.iv); })
            state = make(t.key, t.iv);
        else
            state = make(t.key);
    }
    ~Cipher() { release(state); }
    Cipher(const Cipher &) = delete;
    Cipher &operator=(const Cipher &) = delete;
    void call() { run(state, task.in, task.out, task.size); }
};

struct Key {
    og_peer_task task;
    void *state;

    explicit Key(const og_peer_task &t) : task(t), state(og_peer_des_ecb_new(t.in)) {}
    ~Key() { og_peer_des_ecb_free(state); }
    Key(const Key &) = delete;
    Key &operator=(const Key &) = delete;
    void call() { og_peer_des_key(state, task.in); }
    std::size_t answer(std::uint8_t *out) {
        og_peer_des_ecb(state, task.iv, out, 8);
        return 8;
    }
};

template <int is_whirlpool> struct Derive : CipherJob {
    using CipherJob::CipherJob;
    void call() { og_peer_pbkdf2(is_whirlpool, task.key, task.iv, OG_PEER_ITERATIONS, task.out, task.size); }
};

#define MODE(name, op) \
    row<Cipher<og_peer_##name##_new, og_peer_##name, og_peer_##name##_free>>("rustcrypto", op)

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **) {
    constexpr const char *name = "rustcrypto";
    static const og_peer_row rows[] = {
        row<RunningJob<Sha1>>(name, "sha1.blocks"),
        row<DigestJob<Sha1>>(name, "sha1.hash"),
        row<DigestManyJob<Sha1, false>>(name, "sha1.many"),
        row<DigestManyJob<Sha1, true>>(name, "sha1.many_mixed"),
        row<RunningJob<Whirlpool>>(name, "whirlpool.blocks"),
        row<DigestJob<Whirlpool>>(name, "whirlpool.hash"),
        row<DigestManyJob<Whirlpool, false>>(name, "whirlpool.many"),
        row<DigestManyJob<Whirlpool, true>>(name, "whirlpool.many_mixed"),
        MODE(des_ecb, "des.ecb"),
        MODE(des_cbc_enc, "des.cbc_enc"),
        MODE(des_cbc_dec, "des.cbc_dec"),
        MODE(des3_ecb, "des3.ecb"),
        MODE(des3_cbc_enc, "des3.cbc_enc"),
        MODE(des3_cbc_dec, "des3.cbc_dec"),
        row<Key>(name, "des.key"),
        row<Derive<0>>(name, "pbkdf2.sha1"),
        row<Derive<1>>(name, "pbkdf2.whirlpool"),
    };
    static const og_peer_module module = {OG_PEER_ABI, name, OLDGUARD_CRATE_VERSIONS, rows,
                                          sizeof rows / sizeof rows[0]};
    return &module;
}
