// SPDX-License-Identifier: MIT
// OpenSSL 3 and, as "openssl4", the version that the crate openssl-src has: the old low-level functions
// ("openssl.low"), EVP with the algorithm fetched beforehand
// ("openssl.evp"), and SHA1(), which fetches the algorithm in each call ("openssl.oneshot"). Whirlpool and
// single DES are in the legacy provider.
#define OPENSSL_SUPPRESS_DEPRECATED
#ifdef OLDGUARD_CRATE_VERSIONS
#define LIBRARY "openssl4"
#else
#define LIBRARY "openssl"
#endif
#include "peer.hpp"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/des.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <openssl/sha.h>
#include <openssl/whrlpool.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using namespace og::peer;

// Returns a separate library context, so that no configuration of the machine changes what is measured.
OSSL_LIB_CTX *context() {
    static OSSL_LIB_CTX *const own = [] {
        OSSL_LIB_CTX *ctx = OSSL_LIB_CTX_new();
        if (ctx) {
            OSSL_PROVIDER_load(ctx, "default");
            OSSL_PROVIDER_load(ctx, "legacy");
        }
        return ctx;
    }();
    return own;
}

struct LowSha1 {
    using Ctx = SHA_CTX;
    static constexpr std::size_t size = SHA_DIGEST_LENGTH;
    static void init(Ctx *c) { SHA1_Init(c); }
    static void update(Ctx *c, const void *in, std::size_t n) { SHA1_Update(c, in, n); }
    static void final(Ctx *c, std::uint8_t *out) { SHA1_Final(out, c); }
};

struct LowWhirlpool {
    using Ctx = WHIRLPOOL_CTX;
    static constexpr std::size_t size = WHIRLPOOL_DIGEST_LENGTH;
    static void init(Ctx *c) { WHIRLPOOL_Init(c); }
    static void update(Ctx *c, const void *in, std::size_t n) { WHIRLPOOL_Update(c, in, n); }
    static void final(Ctx *c, std::uint8_t *out) { WHIRLPOOL_Final(out, c); }
};

struct Sha1Oneshot {
    og_peer_task task;
    std::uint8_t digest[SHA_DIGEST_LENGTH];
    explicit Sha1Oneshot(const og_peer_task &t) : task(t) {}
    void call() { SHA1(task.in, task.size, digest); }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, digest, sizeof digest);
        return sizeof digest;
    }
};

struct EvpHash {
    og_peer_task task;
    EVP_MD *md;
    EVP_MD_CTX *ctx;
    std::uint8_t digest[OG_PEER_ANSWER_SIZE];

    EvpHash(const og_peer_task &t, const char *name)
        : task(t), md(EVP_MD_fetch(context(), name, nullptr)), ctx(EVP_MD_CTX_new()) {
        if (!md || !ctx || EVP_DigestInit_ex2(ctx, md, nullptr) != 1) {
            EVP_MD_CTX_free(ctx);
            EVP_MD_free(md);
            throw std::runtime_error("EVP_MD_fetch");
        }
    }
    ~EvpHash() {
        EVP_MD_CTX_free(ctx);
        EVP_MD_free(md);
    }
    EvpHash(const EvpHash &) = delete;
    EvpHash &operator=(const EvpHash &) = delete;

    void update() { EVP_DigestUpdate(ctx, task.in, task.size); }
    void whole() {
        EVP_DigestInit_ex2(ctx, md, nullptr);
        EVP_DigestUpdate(ctx, task.in, task.size);
        EVP_DigestFinal_ex(ctx, digest, nullptr);
    }
    std::size_t size() const { return static_cast<std::size_t>(EVP_MD_get_size(md)); }
};

struct Sha1Name {
    static constexpr const char *name = "SHA1";
};
struct WhirlpoolName {
    static constexpr const char *name = "WHIRLPOOL";
};

template <class Name> struct EvpBlocks : EvpHash {
    explicit EvpBlocks(const og_peer_task &t) : EvpHash(t, Name::name) {}
    void call() { update(); }
    std::size_t answer(std::uint8_t *out) {
        EVP_DigestFinal_ex(ctx, out, nullptr);
        return size();
    }
};

template <class Name> struct EvpWhole : EvpHash {
    explicit EvpWhole(const og_peer_task &t) : EvpHash(t, Name::name) {}
    void call() { whole(); }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, digest, size());
        return size();
    }
};

template <bool mixed> struct EvpMany : EvpHash {
    std::uint8_t digests[OG_PEER_MESSAGES][20];
    explicit EvpMany(const og_peer_task &t) : EvpHash(t, Sha1Name::name) {}
    void one(const std::uint8_t *in, std::size_t size, std::uint8_t *digest_) {
        EVP_DigestInit_ex2(ctx, md, nullptr);
        EVP_DigestUpdate(ctx, in, size);
        EVP_DigestFinal_ex(ctx, digest_, nullptr);
    }
    void call() {
        hash_each<mixed>(task, digests, [this](auto... a) { one(a...); });
    }
    std::size_t answer(std::uint8_t *out) {
        one(digests[0], sizeof digests, out);
        return sizeof digests[0];
    }
};

enum class Mode { des_ecb, des_cbc_enc, des_cbc_dec, des3_ecb, des3_cbc_enc, des3_cbc_dec };

template <Mode mode> struct EvpCipher : CipherJob {
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *ctx;

    explicit EvpCipher(const og_peer_task &t) : CipherJob(t) {
        constexpr const char *names[] = {"DES-ECB",  "DES-CBC",      "DES-CBC",
                                         "DES-EDE3", "DES-EDE3-CBC", "DES-EDE3-CBC"};
        constexpr bool decrypt = mode == Mode::des_cbc_dec || mode == Mode::des3_cbc_dec;
        constexpr bool ecb = mode == Mode::des_ecb || mode == Mode::des3_ecb;
        cipher = EVP_CIPHER_fetch(context(), names[static_cast<int>(mode)], nullptr);
        ctx = EVP_CIPHER_CTX_new();
        if (!cipher || !ctx ||
            EVP_CipherInit_ex2(ctx, cipher, t.key, ecb ? nullptr : t.iv, !decrypt, nullptr) != 1) {
            EVP_CIPHER_CTX_free(ctx);
            EVP_CIPHER_free(cipher);
            throw std::runtime_error("EVP_CIPHER_fetch");
        }
        EVP_CIPHER_CTX_set_padding(ctx, 0);
    }
    ~EvpCipher() {
        EVP_CIPHER_CTX_free(ctx);
        EVP_CIPHER_free(cipher);
    }
    EvpCipher(const EvpCipher &) = delete;
    EvpCipher &operator=(const EvpCipher &) = delete;

    void call() {
        int n;
        EVP_CipherUpdate(ctx, task.out, &n, task.in, static_cast<int>(task.size));
    }
};

struct LowKeys : CipherJob {
    DES_key_schedule ks[3];
    DES_cblock iv;
    explicit LowKeys(const og_peer_task &t) : CipherJob(t) {
        for (int i = 0; i < 3; i++) {
            DES_cblock key;
            std::memcpy(key, t.key + 8 * i, 8);
            DES_set_key_unchecked(&key, &ks[i]);
        }
        std::memcpy(iv, t.iv, 8);
    }
};

template <Mode mode> struct LowCipher : LowKeys {
    using LowKeys::LowKeys;
    void call() {
        const long size = static_cast<long>(task.size);
        if constexpr (mode == Mode::des_ecb || mode == Mode::des3_ecb) {
            for (std::size_t i = 0; i < task.size; i += 8) {
                auto *in = reinterpret_cast<const_DES_cblock *>(const_cast<std::uint8_t *>(task.in + i));
                auto *out = reinterpret_cast<DES_cblock *>(task.out + i);
                if constexpr (mode == Mode::des_ecb)
                    DES_ecb_encrypt(in, out, &ks[0], DES_ENCRYPT);
                else
                    DES_ecb3_encrypt(in, out, &ks[0], &ks[1], &ks[2], DES_ENCRYPT);
            }
        } else if constexpr (mode == Mode::des_cbc_enc || mode == Mode::des_cbc_dec) {
            DES_ncbc_encrypt(task.in, task.out, size, &ks[0], &iv, mode == Mode::des_cbc_enc);
        } else {
            DES_ede3_cbc_encrypt(task.in, task.out, size, &ks[0], &ks[1], &ks[2], &iv,
                                 mode == Mode::des3_cbc_enc);
        }
    }
};

enum class Block { encrypt1, encrypt2, encrypt3, decrypt3 };

template <Block block> struct LowBlock : LowKeys {
    DES_LONG data[2] = {0, 0};
    explicit LowBlock(const og_peer_task &t) : LowKeys(t) {
        for (int i = 0; i < 8; i++) data[i / 4] |= static_cast<DES_LONG>(t.in[i]) << (8 * (i % 4));
    }
    void call() {
        if constexpr (block == Block::encrypt1)
            DES_encrypt1(data, &ks[0], DES_ENCRYPT);
        else if constexpr (block == Block::encrypt2)
            DES_encrypt2(data, &ks[0], DES_ENCRYPT);
        else if constexpr (block == Block::encrypt3)
            DES_encrypt3(data, &ks[0], &ks[1], &ks[2]);
        else
            DES_decrypt3(data, &ks[0], &ks[1], &ks[2]);
    }
    std::size_t answer(std::uint8_t *) {
        for (int i = 0; i < 8; i++) task.out[i] = static_cast<std::uint8_t>(data[i / 4] >> (8 * (i % 4)));
        return 0;
    }
};

template <bool checked> struct LowKey {
    og_peer_task task;
    DES_key_schedule ks;
    explicit LowKey(const og_peer_task &t) : task(t) {}
    void call() {
        auto *key = reinterpret_cast<const_DES_cblock *>(const_cast<std::uint8_t *>(task.in));
        if constexpr (checked)
            DES_set_key_checked(key, &ks);
        else
            DES_set_key_unchecked(key, &ks);
    }
    std::size_t answer(std::uint8_t *out) {
        DES_cblock iv;
        std::memcpy(iv, task.iv, 8);
        DES_ecb_encrypt(&iv, reinterpret_cast<DES_cblock *>(out), &ks, DES_ENCRYPT);
        return 8;
    }
};

struct Fcrypt {
    char password[9] = {}, hash[14];
    explicit Fcrypt(const og_peer_task &t) { std::memcpy(password, t.iv, 8); }
    void call() { DES_fcrypt(password, OG_PEER_SALT, hash); }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, hash, 13);
        return 13;
    }
};

// PBKDF2 by the provider's KDF, which PKCS5_PBKDF2_HMAC() calls. That function does not find Whirlpool,
// because it uses the default library context.
template <class Name> struct Derive : CipherJob {
    EVP_KDF *kdf = EVP_KDF_fetch(context(), "PBKDF2", nullptr);
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    unsigned iterations = OG_PEER_ITERATIONS;
    OSSL_PARAM params[5];
    explicit Derive(const og_peer_task &t) : CipherJob(t) {
        const auto octets = [](const char *name, const std::uint8_t *bytes, std::size_t size) {
            return OSSL_PARAM_construct_octet_string(name, const_cast<std::uint8_t *>(bytes), size);
        };
        params[0] =
            OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, const_cast<char *>(Name::name), 0);
        params[1] = octets(OSSL_KDF_PARAM_PASSWORD, task.key, 24);
        params[2] = octets(OSSL_KDF_PARAM_SALT, task.iv, 8);
        params[3] = OSSL_PARAM_construct_uint(OSSL_KDF_PARAM_ITER, &iterations);
        params[4] = OSSL_PARAM_construct_end();
        if (!ctx || EVP_KDF_derive(ctx, task.out, task.size, params) != 1) {
            release();
            throw std::runtime_error("EVP_KDF_derive");
        }
    }
    ~Derive() { release(); }
    Derive(const Derive &) = delete;
    Derive &operator=(const Derive &) = delete;
    void call() { EVP_KDF_derive(ctx, task.out, task.size, params); }

private:
    void release() {
        EVP_KDF_CTX_free(ctx);
        EVP_KDF_free(kdf);
    }
};

// Derives the code path from "OPENSSL_ia32cap=0x...:0x...": with bit 29 of the second number it is SHA-NI.
const char *sha1_path() {
    const char *settings = OPENSSL_info(OPENSSL_INFO_CPU_SETTINGS);
    const char *second = settings ? std::strchr(settings, ':') : nullptr;
    if (!second) return nullptr;
    return std::strtoull(second + 1, nullptr, 16) >> 29 & 1 ? "SHA-NI" : "no SHA-NI";
}

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **) {
    constexpr const char *low = LIBRARY ".low", *evp = LIBRARY ".evp";
    static const char *const sha1 = sha1_path();
    static const og_peer_row rows[] = {
        row<UpdateJob<LowSha1>>(low, "sha1.blocks", sha1),
        row<EvpBlocks<Sha1Name>>(evp, "sha1.blocks", sha1),
        row<WholeJob<LowSha1>>(low, "sha1.hash", sha1),
        row<EvpWhole<Sha1Name>>(evp, "sha1.hash", sha1),
        row<Sha1Oneshot>(LIBRARY ".oneshot", "sha1.hash", sha1),
        row<ManyJob<LowSha1, false>>(low, "sha1.many", sha1),
        row<EvpMany<false>>(evp, "sha1.many", sha1),
        row<ManyJob<LowSha1, true>>(low, "sha1.many_mixed", sha1),
        row<EvpMany<true>>(evp, "sha1.many_mixed", sha1),
        row<UpdateJob<LowWhirlpool>>(low, "whirlpool.blocks"),
        row<EvpBlocks<WhirlpoolName>>(evp, "whirlpool.blocks"),
        row<WholeJob<LowWhirlpool>>(low, "whirlpool.hash"),
        row<EvpWhole<WhirlpoolName>>(evp, "whirlpool.hash"),
        row<ManyJob<LowWhirlpool, false>>(low, "whirlpool.many"),
        row<ManyJob<LowWhirlpool, true>>(low, "whirlpool.many_mixed"),
        row<LowCipher<Mode::des_ecb>>(low, "des.ecb"),
        row<EvpCipher<Mode::des_ecb>>(evp, "des.ecb"),
        row<LowCipher<Mode::des_cbc_enc>>(low, "des.cbc_enc"),
        row<EvpCipher<Mode::des_cbc_enc>>(evp, "des.cbc_enc"),
        row<LowCipher<Mode::des_cbc_dec>>(low, "des.cbc_dec"),
        row<EvpCipher<Mode::des_cbc_dec>>(evp, "des.cbc_dec"),
        row<LowCipher<Mode::des3_ecb>>(low, "des3.ecb"),
        row<EvpCipher<Mode::des3_ecb>>(evp, "des3.ecb"),
        row<LowCipher<Mode::des3_cbc_enc>>(low, "des3.cbc_enc"),
        row<EvpCipher<Mode::des3_cbc_enc>>(evp, "des3.cbc_enc"),
        row<LowCipher<Mode::des3_cbc_dec>>(low, "des3.cbc_dec"),
        row<EvpCipher<Mode::des3_cbc_dec>>(evp, "des3.cbc_dec"),
        row<LowBlock<Block::encrypt1>>(low, "des.encrypt1"),
        row<LowBlock<Block::encrypt2>>(low, "des.encrypt2"),
        row<LowBlock<Block::encrypt3>>(low, "des.encrypt3"),
        row<LowBlock<Block::decrypt3>>(low, "des.decrypt3"),
        row<LowKey<false>>(low, "des.key"),
        row<LowKey<true>>(low, "des.key_set"),
        row<Fcrypt>(low, "des.crypt"),
        row<Derive<Sha1Name>>(evp, "pbkdf2.sha1", sha1),
        row<Derive<WhirlpoolName>>(evp, "pbkdf2.whirlpool"),
    };
    static const og_peer_module module = {OG_PEER_ABI, LIBRARY, OpenSSL_version(OPENSSL_VERSION_STRING), rows,
                                          sizeof rows / sizeof rows[0]};
    return &module;
}
