// SPDX-License-Identifier: MIT
// libgcrypt: SHA-1, Whirlpool, DES, Triple DES, PBKDF2.
#include "peer.hpp"

#include <gcrypt.h>

namespace {

using namespace og::peer;

template <int algorithm, std::size_t digest_size> struct Blocks {
    og_peer_task task;
    gcry_md_hd_t handle = nullptr;
    explicit Blocks(const og_peer_task &t) : task(t) {
        require(!gcry_md_open(&handle, algorithm, 0), "gcry_md_open");
    }
    ~Blocks() { gcry_md_close(handle); }
    Blocks(const Blocks &) = delete;
    Blocks &operator=(const Blocks &) = delete;
    void call() { gcry_md_write(handle, task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, gcry_md_read(handle, algorithm), digest_size);
        return digest_size;
    }
};

template <int algorithm, std::size_t digest_size> struct Whole {
    og_peer_task task;
    std::uint8_t digest[digest_size];
    explicit Whole(const og_peer_task &t) : task(t) {}
    void call() { gcry_md_hash_buffer(algorithm, digest, task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, digest, digest_size);
        return digest_size;
    }
};

template <int algorithm, std::size_t digest_size, bool mixed> struct Many {
    og_peer_task task;
    std::uint8_t digests[OG_PEER_MESSAGES][digest_size];
    explicit Many(const og_peer_task &t) : task(t) {}
    static void one(const std::uint8_t *in, std::size_t size, std::uint8_t *digest) {
        gcry_md_hash_buffer(algorithm, digest, in, size);
    }
    void call() { hash_each<mixed>(task, digests, one); }
    std::size_t answer(std::uint8_t *out) {
        one(digests[0], sizeof digests, out);
        return sizeof digests[0];
    }
};

template <int algorithm, int mode, bool encrypt> struct Cipher : CipherJob {
    gcry_cipher_hd_t handle = nullptr;
    explicit Cipher(const og_peer_task &t) : CipherJob(t) {
        require(!gcry_cipher_open(&handle, algorithm, mode, 0), "gcry_cipher_open");
        const std::size_t key_size = algorithm == GCRY_CIPHER_DES ? 8 : 24;
        if (gcry_cipher_setkey(handle, t.key, key_size) ||
            (mode == GCRY_CIPHER_MODE_CBC && gcry_cipher_setiv(handle, t.iv, 8))) {
            gcry_cipher_close(handle);
            throw std::runtime_error("gcry_cipher_setkey");
        }
    }
    ~Cipher() { gcry_cipher_close(handle); }
    Cipher(const Cipher &) = delete;
    Cipher &operator=(const Cipher &) = delete;
    void call() {
        if constexpr (encrypt)
            gcry_cipher_encrypt(handle, task.out, task.size, task.in, task.size);
        else
            gcry_cipher_decrypt(handle, task.out, task.size, task.in, task.size);
    }
};

struct Key {
    og_peer_task task;
    gcry_cipher_hd_t handle = nullptr;
    explicit Key(const og_peer_task &t) : task(t) {
        require(!gcry_cipher_open(&handle, GCRY_CIPHER_DES, GCRY_CIPHER_MODE_ECB, 0), "gcry_cipher_open");
    }
    ~Key() { gcry_cipher_close(handle); }
    Key(const Key &) = delete;
    Key &operator=(const Key &) = delete;
    void call() { gcry_cipher_setkey(handle, task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        gcry_cipher_encrypt(handle, out, 8, task.iv, 8);
        return 8;
    }
};

template <int algorithm> struct Derive : CipherJob {
    using CipherJob::CipherJob;
    void call() {
        gcry_kdf_derive(task.key, 24, GCRY_KDF_PBKDF2, algorithm, task.iv, 8, OG_PEER_ITERATIONS, task.size,
                        task.out);
    }
};

// Derives the code path from "hwflist:intel-shaext:...", the CPU features that were found and not disabled.
const char *sha1_path() {
    char *features = gcry_get_config(0, "hwflist");
    if (!features) return nullptr;
    const bool sha = std::strstr(features, "intel-shaext") != nullptr;
    const bool avx2 = std::strstr(features, "intel-avx2") != nullptr;
    gcry_free(features);
    return sha ? "SHA-NI" : avx2 ? "AVX2" : nullptr;
}

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **error) {
    constexpr const char *name = "libgcrypt";
    constexpr int ecb = GCRY_CIPHER_MODE_ECB, cbc = GCRY_CIPHER_MODE_CBC;
    constexpr int des = GCRY_CIPHER_DES, des3 = GCRY_CIPHER_3DES;
    // Comma-separated names of CPU features, such as "intel-shaext,intel-avx2". The library takes them only
    // before it is initialised.
    if (const char *features = secure_getenv("OLDGUARD_LIBGCRYPT_DISABLE"))
        gcry_control(GCRYCTL_DISABLE_HWF, features, nullptr);
    const char *version = gcry_check_version(GCRYPT_VERSION);
    if (!version) {
        *error = "the library is older than the headers it was built with";
        return nullptr;
    }
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    static const char *const sha1 = sha1_path();
    static const og_peer_row rows[] = {
        row<Blocks<GCRY_MD_SHA1, 20>>(name, "sha1.blocks", sha1),
        row<Whole<GCRY_MD_SHA1, 20>>(name, "sha1.hash", sha1),
        row<Many<GCRY_MD_SHA1, 20, false>>(name, "sha1.many", sha1),
        row<Many<GCRY_MD_SHA1, 20, true>>(name, "sha1.many_mixed", sha1),
        row<Blocks<GCRY_MD_WHIRLPOOL, 64>>(name, "whirlpool.blocks"),
        row<Whole<GCRY_MD_WHIRLPOOL, 64>>(name, "whirlpool.hash"),
        row<Many<GCRY_MD_WHIRLPOOL, 64, false>>(name, "whirlpool.many"),
        row<Many<GCRY_MD_WHIRLPOOL, 64, true>>(name, "whirlpool.many_mixed"),
        row<Cipher<des, ecb, true>>(name, "des.ecb"),
        row<Cipher<des, cbc, true>>(name, "des.cbc_enc"),
        row<Cipher<des, cbc, false>>(name, "des.cbc_dec"),
        row<Cipher<des3, ecb, true>>(name, "des3.ecb"),
        row<Cipher<des3, cbc, true>>(name, "des3.cbc_enc"),
        row<Cipher<des3, cbc, false>>(name, "des3.cbc_dec"),
        row<Key>(name, "des.key"),
        row<Derive<GCRY_MD_SHA1>>(name, "pbkdf2.sha1", sha1),
        row<Derive<GCRY_MD_WHIRLPOOL>>(name, "pbkdf2.whirlpool"),
    };
    static const og_peer_module module = {OG_PEER_ABI, name, version, rows, sizeof rows / sizeof rows[0]};
    return &module;
}
