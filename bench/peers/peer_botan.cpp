// SPDX-License-Identifier: MIT
// Botan 2: SHA-1, Whirlpool, DES, Triple DES, PBKDF2.
#include "peer.hpp"

#include <botan/block_cipher.h>
#include <botan/cipher_mode.h>
#include <botan/cpuid.h>
#include <botan/hash.h>
#include <botan/pwdhash.h>
#include <botan/version.h>

#include <memory>
#include <string>

namespace {

using namespace og::peer;

struct Sha1Name {
    static constexpr const char *name = "SHA-1";
};
struct WhirlpoolName {
    static constexpr const char *name = "Whirlpool";
};
struct DesName {
    static constexpr const char *name = "DES", *cbc = "DES/CBC/NoPadding";
};
struct Des3Name {
    static constexpr const char *name = "TripleDES", *cbc = "TripleDES/CBC/NoPadding";
};

template <class Name> struct Blocks {
    og_peer_task task;
    std::unique_ptr<Botan::HashFunction> hash = Botan::HashFunction::create_or_throw(Name::name);
    explicit Blocks(const og_peer_task &t) : task(t) {}
    void call() { hash->update(task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        hash->final(out);
        return hash->output_length();
    }
};

template <class Name> struct Whole {
    og_peer_task task;
    std::unique_ptr<Botan::HashFunction> hash = Botan::HashFunction::create_or_throw(Name::name);
    std::uint8_t digest[OG_PEER_ANSWER_SIZE];
    explicit Whole(const og_peer_task &t) : task(t) {}
    void call() {
        hash->update(task.in, task.size);
        hash->final(digest);
    }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, digest, hash->output_length());
        return hash->output_length();
    }
};

template <class Name> struct Ecb : CipherJob {
    std::unique_ptr<Botan::BlockCipher> cipher = Botan::BlockCipher::create_or_throw(Name::name);
    explicit Ecb(const og_peer_task &t) : CipherJob(t) {
        cipher->set_key(t.key, cipher->maximum_keylength());
    }
    void call() { cipher->encrypt_n(task.in, task.out, task.size / 8); }
};

// Botan's modes only work in place, so the copy is part of the cost.
template <class Name, Botan::Cipher_Dir direction> struct Cbc : CipherJob {
    std::unique_ptr<Botan::Cipher_Mode> mode = Botan::Cipher_Mode::create_or_throw(Name::cbc, direction);
    explicit Cbc(const og_peer_task &t) : CipherJob(t) {
        mode->set_key(t.key, mode->maximum_keylength());
        mode->start(t.iv, 8);
    }
    void call() {
        std::memcpy(task.out, task.in, task.size);
        mode->process(task.out, task.size);
    }
};

struct Key {
    og_peer_task task;
    std::unique_ptr<Botan::BlockCipher> cipher = Botan::BlockCipher::create_or_throw("DES");
    explicit Key(const og_peer_task &t) : task(t) {}
    void call() { cipher->set_key(task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        cipher->encrypt_n(task.iv, out, 1);
        return 8;
    }
};

template <class Name> struct Derive : CipherJob {
    std::unique_ptr<Botan::PasswordHash> kdf =
        Botan::PasswordHashFamily::create_or_throw(std::string("PBKDF2(HMAC(") + Name::name + "))")
            ->from_params(OG_PEER_ITERATIONS);
    using CipherJob::CipherJob;
    void call() {
        kdf->derive_key(task.out, task.size, reinterpret_cast<const char *>(task.key), 24, task.iv, 8);
    }
};

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **) {
    constexpr const char *name = "botan";
#if defined(BOTAN_TARGET_CPU_IS_X86_FAMILY)
    static const char *const sha1 = Botan::CPUID::has_intel_sha() ? "SHA-NI" : nullptr;
#else
    static const char *const sha1 = nullptr;
#endif
    static const og_peer_row rows[] = {
        row<Blocks<Sha1Name>>(name, "sha1.blocks", sha1),
        row<Whole<Sha1Name>>(name, "sha1.hash", sha1),
        row<Blocks<WhirlpoolName>>(name, "whirlpool.blocks"),
        row<Whole<WhirlpoolName>>(name, "whirlpool.hash"),
        row<Ecb<DesName>>(name, "des.ecb"),
        row<Cbc<DesName, Botan::ENCRYPTION>>(name, "des.cbc_enc"),
        row<Cbc<DesName, Botan::DECRYPTION>>(name, "des.cbc_dec"),
        row<Ecb<Des3Name>>(name, "des3.ecb"),
        row<Cbc<Des3Name, Botan::ENCRYPTION>>(name, "des3.cbc_enc"),
        row<Cbc<Des3Name, Botan::DECRYPTION>>(name, "des3.cbc_dec"),
        row<Key>(name, "des.key"),
        row<Derive<Sha1Name>>(name, "pbkdf2.sha1", sha1),
        row<Derive<WhirlpoolName>>(name, "pbkdf2.whirlpool"),
    };
    static const og_peer_module module = {OG_PEER_ABI, name, Botan::short_version_cstr(), rows,
                                          sizeof rows / sizeof rows[0]};
    return &module;
}
