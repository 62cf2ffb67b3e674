// SPDX-License-Identifier: MIT
// Every DES kernel, cipher and mode compared with OpenSSL and libgcrypt: all lengths, random splits, in
// place.
#include "des.hpp"
#include "providers.hpp"

#include <gcrypt.h>
#include <openssl/evp.h>

#include <algorithm>

namespace og::test {

namespace {

Bytes by_openssl(const Mode &mode, bool encrypt, const Bytes &key, const Bytes &iv, const Bytes &in) {
    Providers::load();
    // OpenSSL lacks some modes for two keys. They equal three keys with K3 = K1.
    Bytes keys = key;
    if (keys.size() == 16) keys.insert(keys.end(), key.begin(), key.begin() + 8);
    const std::string name = std::string(keys.size() == 8 ? "DES-" : "DES-EDE3-") + mode.openssl;
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(nullptr, name.c_str(), nullptr);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    Bytes out(in.size() + 8);
    int size = 0, last = 0;
    EXPECT_NE(cipher, nullptr) << name;
    EXPECT_EQ(EVP_CipherInit_ex(ctx, cipher, nullptr, keys.data(), iv.data(), encrypt), 1);
    EVP_CIPHER_CTX_set_padding(ctx, 0);
    EXPECT_EQ(EVP_CipherUpdate(ctx, out.data(), &size, in.data(), static_cast<int>(in.size())), 1);
    EXPECT_EQ(EVP_CipherFinal_ex(ctx, out.data() + size, &last), 1);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    out.resize(in.size());
    return out;
}

int gcrypt_mode(og_des_mode mode) {
    switch (mode) {
    case OG_ECB:
        return GCRY_CIPHER_MODE_ECB;
    case OG_CBC:
        return GCRY_CIPHER_MODE_CBC;
    case OG_CFB8:
        return GCRY_CIPHER_MODE_CFB8;
    case OG_CFB64:
        return GCRY_CIPHER_MODE_CFB;
    case OG_OFB:
        return GCRY_CIPHER_MODE_OFB;
    case OG_CTR:
        return GCRY_CIPHER_MODE_CTR;
    default:
        return -1;
    }
}

Bytes by_gcrypt(const Mode &mode, bool encrypt, const Bytes &key, const Bytes &iv, const Bytes &in) {
    Bytes keys = key;
    if (keys.size() == 16) keys.insert(keys.end(), key.begin(), key.begin() + 8);
    gcry_cipher_hd_t handle;
    EXPECT_EQ(gcry_cipher_open(&handle, keys.size() == 8 ? GCRY_CIPHER_DES : GCRY_CIPHER_3DES,
                               gcrypt_mode(mode.mode), 0),
              0u);
    EXPECT_EQ(gcry_cipher_setkey(handle, keys.data(), keys.size()), 0u);
    if (mode.mode == OG_CTR)
        gcry_cipher_setctr(handle, iv.data(), 8);
    else if (mode.mode != OG_ECB)
        gcry_cipher_setiv(handle, iv.data(), 8);
    Bytes out(in.size());
    if (!in.empty()) {
        const auto error = encrypt
                               ? gcry_cipher_encrypt(handle, out.data(), out.size(), in.data(), in.size())
                               : gcry_cipher_decrypt(handle, out.data(), out.size(), in.data(), in.size());
        EXPECT_EQ(error, 0u) << gcry_strerror(error);
    }
    gcry_cipher_close(handle);
    return out;
}

// The same data through a context, in pieces, in place or not.
Bytes streamed(og_des_cipher cipher, const Mode &mode, bool encrypt, const Bytes &key, const Bytes &iv,
               const Bytes &in, Rng &rng, bool in_place) {
    og_des_ctx ctx;
    const bool no_iv = mode.mode == OG_ECB;
    EXPECT_EQ(og_des_init(&ctx, cipher, mode.mode, encrypt, key.data(), key.size(),
                          no_iv ? nullptr : iv.data(), no_iv ? 0 : 8, OG_DES_CHECK_NONE),
              OG_OK);
    Bytes out = in_place ? in : Bytes(in.size(), 0xee);
    std::size_t at = 0;
    for (std::size_t part : random_split(in.size() / mode.unit, rng)) {
        part *= mode.unit;
        EXPECT_EQ(og_des_update(&ctx, out.data() + at, (in_place ? out : in).data() + at, part), OG_OK);
        at += part;
    }
    og_des_wipe(&ctx);
    return out;
}

// CFB1 and CFB8 encrypt a block for each bit or byte.
bool takes_steps(const Mode &mode) { return mode.mode == OG_CFB1 || mode.mode == OG_CFB8; }

// Returns the lengths to test, in bytes: all up to two batches of the widest kernel. CFB1 and CFB8 take one
// step after another, without a branch that depends on the length: all up to three blocks, and some at which
// a counter of bits or bytes carries.
std::vector<std::size_t> lengths_of(const Mode &mode) {
    std::vector<std::size_t> lengths;
    for (std::size_t size = 0; size <= (takes_steps(mode) ? 24 : 1024); size += mode.unit)
        lengths.push_back(size);
    if (takes_steps(mode)) lengths.insert(lengths.end(), {31, 32, 33, 63, 64, 65, 127, 128});
    if (mode.mode == OG_CFB8) lengths.insert(lengths.end(), {129, 255, 256, 257, 511, 512, 513, 1000, 1024});
    return lengths;
}

class DesDifferential : public testing::TestWithParam<Mode> {};

TEST_P(DesDifferential, EveryLength) {
    const Mode &mode = GetParam();
    Rng rng(1, mode.name, 0);
    const auto all = stems_of(mode.mode);
    for (const std::size_t size : lengths_of(mode)) {
        const og_des_cipher cipher = ciphers[rng.below(3)];
        const bool encrypt = rng.coin();
        const Bytes key = rng.bytes(og_des_key_size(cipher)), iv = rng.bytes(8);
        const Bytes in = rng.bytes(size);
        const Bytes want =
            mode.openssl ? by_openssl(mode, encrypt, key, iv, in) : by_gcrypt(mode, encrypt, key, iv, in);
        if (gcrypt_mode(mode.mode) >= 0)
            ASSERT_EQ(by_gcrypt(mode, encrypt, key, iv, in), want) << "the others disagree";
        for (const std::string &stem : all) {
            SCOPED_TRACE(stem + ", " + std::to_string(size) + " bytes, cipher " + std::to_string(cipher) +
                         (encrypt ? " encrypt" : " decrypt"));
            const Forced forced("des", stem);
            ASSERT_EQ(crypt(cipher, mode.mode, encrypt, key, iv, in), want);
            ASSERT_EQ(streamed(cipher, mode, encrypt, key, iv, in, rng, rng.coin()), want);
        }
    }
}

// Like the Monte Carlo tests of SP 800-20: each result is the next input and sometimes the next key, so that
// one wrong bit changes all results that follow.
TEST_P(DesDifferential, Chain) {
    const Mode &mode = GetParam();
    const int calls = mode.mode == OG_CFB1 ? 20 : 150;  // about as many blocks as in CFB8
    const auto chain = [&](auto crypt_one) {
        Rng rng(2, mode.name, 0);
        Bytes key = rng.bytes(24), iv = rng.bytes(8), text = rng.bytes(24);
        for (int outer = 0; outer < 6; outer++) {
            for (int inner = 0; inner < calls; inner++) {
                text = crypt_one(outer % 2 == 0, key, iv, text);
                std::copy_n(text.begin() + 8, 8, iv.begin());
            }
            for (std::size_t i = 0; i < 24; i++) key[i] ^= text[i];
        }
        return to_hex(text);
    };
    const std::string want = chain([&](bool encrypt, const Bytes &key, const Bytes &iv, const Bytes &in) {
        return mode.openssl ? by_openssl(mode, encrypt, key, iv, in) : by_gcrypt(mode, encrypt, key, iv, in);
    });
    with_every_kernel(mode.mode, [&] {
        EXPECT_EQ(chain([&](bool encrypt, const Bytes &key, const Bytes &iv, const Bytes &in) {
                      return crypt(OG_DES_EDE3, mode.mode, encrypt, key, iv, in);
                  }),
                  want);
    });
}

INSTANTIATE_TEST_SUITE_P(Modes, DesDifferential, testing::ValuesIn(modes),
                         [](const auto &info) { return info.param.name; });

// The counter of CTR wraps from all ones to zero. Compared with ECB of explicit counters, whole and split.
TEST(DesModes, CtrWraps) {
    Rng rng(3);
    const Bytes key = rng.bytes(8), in = rng.bytes(8 * 1030 + 5);  // more than one call of the kernel
    const std::uint64_t start = ~std::uint64_t{0} - 17;
    Bytes iv, counters;
    for (std::uint64_t i = 0; i < 1031; i++)
        for (int shift = 56; shift >= 0; shift -= 8)
            counters.push_back(static_cast<std::uint8_t>((start + i) >> shift));
    iv.assign(counters.begin(), counters.begin() + 8);
    with_every_kernel(OG_CTR, [&] {
        Bytes want = crypt(OG_DES, OG_ECB, true, key, {}, counters);
        want.resize(in.size());
        for (std::size_t i = 0; i < in.size(); i++) want[i] ^= in[i];
        EXPECT_EQ(crypt(OG_DES, OG_CTR, true, key, iv, in), want);
        EXPECT_EQ(crypt(OG_DES, OG_CTR, false, key, iv, in), want) << "CTR is its own inverse";
        EXPECT_EQ(streamed(OG_DES, modes[6], true, key, iv, in, rng, false), want);
    });
}

// CFB1 of bit strings: the result does not depend on splits, and other bits are unchanged.
TEST(DesModes, Cfb1Bits) {
    Rng rng(4);
    const Bytes key = rng.bytes(16), iv = rng.bytes(8);
    for (std::size_t bits : {0, 1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 100}) {
        SCOPED_TRACE(bits);
        const Bytes in = rng.bytes((bits + 7) / 8);
        const Bytes whole = crypt(OG_DES_EDE, OG_CFB1, true, key, iv, in);
        for (std::uint8_t filler : {0x00, 0xff}) {
            og_des_ctx ctx;
            ASSERT_EQ(og_des_init(&ctx, OG_DES_EDE, OG_CFB1, OG_ENCRYPT, key.data(), 16, iv.data(), 8, 0),
                      OG_OK);
            Bytes out(in.size() + 1, filler);
            const std::size_t first = bits / 16 * 8;  // whole bytes, so that the next call can continue
            ASSERT_EQ(og_des_update_bits(&ctx, out.data(), in.data(), first), OG_OK);
            ASSERT_EQ(og_des_update_bits(&ctx, out.data() + first / 8, in.data() + first / 8, bits - first),
                      OG_OK);
            for (std::size_t i = 0; i < 8 * out.size(); i++) {
                const unsigned got = out[i / 8] >> (7 - i % 8) & 1;
                const unsigned want = i < bits ? whole[i / 8] >> (7 - i % 8) & 1 : filler & 1u;
                ASSERT_EQ(got, want) << "bit " << i;
            }
        }
    }
}

// Decryption inverts encryption, for every cipher and mode.
TEST(DesModes, RoundTrip) {
    Rng rng(5);
    for (const Mode &mode : modes)
        for (og_des_cipher cipher : ciphers) {
            const Bytes key = rng.bytes(og_des_key_size(cipher)), iv = rng.bytes(8);
            const Bytes message = rng.bytes(240);
            const Bytes secret = crypt(cipher, mode.mode, true, key, iv, message);
            EXPECT_NE(secret, message);
            EXPECT_EQ(crypt(cipher, mode.mode, false, key, iv, secret), message) << mode.name;
        }
}

}  // namespace

}  // namespace og::test
