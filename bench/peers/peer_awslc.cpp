// SPDX-License-Identifier: MIT
// The crate aws-lc-rs: SHA-1, DES in ECB and CBC, PBKDF2. Its decryption keeps the last block back until the
// padding is known, so it has no rows.
#include "crate_sha1.hpp"
#include "peer.hpp"

extern "C" {
void *og_peer_cipher_new(int is_triple, const std::uint8_t *key, const std::uint8_t *iv);
void og_peer_cipher(void *, const std::uint8_t *, std::uint8_t *, std::size_t);
void og_peer_cipher_free(void *);
void og_peer_pbkdf2(const std::uint8_t *password, const std::uint8_t *salt, std::uint32_t rounds,
                    std::uint8_t *out, std::size_t size);
}

namespace {

using namespace og::peer;

template <bool triple, bool cbc> struct Cipher : CipherJob {
    void *state;

    explicit Cipher(const og_peer_task &t)
        : CipherJob(t), state(og_peer_cipher_new(triple, t.key, cbc ? t.iv : nullptr)) {}
    ~Cipher() { og_peer_cipher_free(state); }
    Cipher(const Cipher &) = delete;
    Cipher &operator=(const Cipher &) = delete;
    void call() { og_peer_cipher(state, task.in, task.out, task.size); }
};

struct Derive : CipherJob {
    using CipherJob::CipherJob;
    void call() { og_peer_pbkdf2(task.key, task.iv, OG_PEER_ITERATIONS, task.out, task.size); }
};

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **) {
    constexpr const char *name = "awslc";
    static const og_peer_row rows[] = {
        row<RunningJob<Sha1>>(name, "sha1.blocks"),
        row<DigestJob<Sha1>>(name, "sha1.hash"),
        row<DigestManyJob<Sha1, false>>(name, "sha1.many"),
        row<DigestManyJob<Sha1, true>>(name, "sha1.many_mixed"),
        row<Cipher<false, false>>(name, "des.ecb"),
        row<Cipher<true, false>>(name, "des3.ecb"),
        row<Cipher<false, true>>(name, "des.cbc_enc"),
        row<Cipher<true, true>>(name, "des3.cbc_enc"),
        row<Derive>(name, "pbkdf2.sha1"),
    };
    static const og_peer_module module = {OG_PEER_ABI, name, OLDGUARD_CRATE_VERSIONS, rows,
                                          sizeof rows / sizeof rows[0]};
    return &module;
}
