// SPDX-License-Identifier: MIT
// The crates of RustCrypto: sha1, whirlpool, des, cbc and pbkdf2.
#include "peer.hpp"

extern "C" {
#define HASH(name)                                                          \
    void *og_peer_##name##_new(void);                                       \
    void og_peer_##name##_update(void *, const std::uint8_t *, std::size_t); \
    void og_peer_##name##_finish(void *, std::uint8_t *);                   \
    void og_peer_##name##_whole(const std::uint8_t *, std::size_t, std::uint8_t *);
HASH(sha1)
HASH(whirlpool)
#undef HASH

#define CIPHER(name)                                                               \
    void og_peer_##name(void *, const std::uint8_t *, std::uint8_t *, std::size_t); \
    void og_peer_##name##_free(void *);
#define MODES(name)                                                          \
    void *og_peer_##name##_ecb_new(const std::uint8_t *);                     \
    void *og_peer_##name##_cbc_enc_new(const std::uint8_t *, const std::uint8_t *); \
    void *og_peer_##name##_cbc_dec_new(const std::uint8_t *, const std::uint8_t *); \
    CIPHER(name##_ecb)                                                        \
    CIPHER(name##_cbc_enc)                                                    \
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

struct Sha1 {
    static constexpr std::size_t size = 20;
    static constexpr auto make = og_peer_sha1_new;
    static constexpr auto update = og_peer_sha1_update;
    static constexpr auto finish = og_peer_sha1_finish;
    static constexpr auto whole = og_peer_sha1_whole;
};

struct Whirlpool {
    static constexpr std::size_t size = 64;
    static constexpr auto make = og_peer_whirlpool_new;
    static constexpr auto update = og_peer_whirlpool_update;
    static constexpr auto finish = og_peer_whirlpool_finish;
    static constexpr auto whole = og_peer_whirlpool_whole;
};

template <class Hash> struct Running {
    og_peer_task task;
    void *state = Hash::make();
    std::uint8_t unused[Hash::size];

    explicit Running(const og_peer_task &t) : task(t) {}
    ~Running() {
        if (state) Hash::finish(state, unused);
    }
    Running(const Running &) = delete;
    Running &operator=(const Running &) = delete;
    void call() { Hash::update(state, task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        Hash::finish(state, out);
        state = nullptr;
        return Hash::size;
    }
};

template <class Hash> struct Whole {
    og_peer_task task;
    std::uint8_t digest[Hash::size];

    explicit Whole(const og_peer_task &t) : task(t) {}
    void call() { Hash::whole(task.in, task.size, digest); }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, digest, sizeof digest);
        return sizeof digest;
    }
};

template <class Hash, bool mixed> struct Many {
    og_peer_task task;
    std::uint8_t digests[OG_PEER_MESSAGES][Hash::size];

    explicit Many(const og_peer_task &t) : task(t) {}
    void call() { hash_each<mixed>(task, digests, Hash::whole); }
    std::size_t answer(std::uint8_t *out) {
        Hash::whole(digests[0], sizeof digests, out);
        return sizeof digests[0];
    }
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
        row<Running<Sha1>>(name, "sha1.blocks"),
        row<Whole<Sha1>>(name, "sha1.hash"),
        row<Many<Sha1, false>>(name, "sha1.many"),
        row<Many<Sha1, true>>(name, "sha1.many_mixed"),
        row<Running<Whirlpool>>(name, "whirlpool.blocks"),
        row<Whole<Whirlpool>>(name, "whirlpool.hash"),
        row<Many<Whirlpool, false>>(name, "whirlpool.many"),
        row<Many<Whirlpool, true>>(name, "whirlpool.many_mixed"),
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
