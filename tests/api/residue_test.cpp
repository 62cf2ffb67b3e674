// SPDX-License-Identifier: MIT
// No function leaves anything on the stack that depends on a secret. Compilers and levels spill different
// registers: residue_compilers.py runs these tests with the library of several.
#include "../stack_after.hpp"
#include "des.hpp"

#include <algorithm>
#include <functional>

namespace og::test {

namespace {

// What a job works on. None of it is on the job's stack.
struct Work {
    Bytes secret = Bytes(4096);
    Bytes out = Bytes(4096);
    og_sha1_ctx sha1;
    og_sha1dc_ctx sha1dc;
    og_whirlpool_ctx whirlpool;
    og_hmac_ctx hmac;
    og_des_ctx des;
    og_des_message messages[40];
    const char *passwords[40], *settings[40];
};

using Job = std::function<void(Work &)>;

// Whether a job leaves the same after two secrets. It gets one of them from two places: a word that
// changes then is a pointer or a counter. The first run finds out what later ones know.
bool leaves_nothing(const Job &job) {
    static Work work;
    Rng rng(7);
    Bytes secrets[3], left[3];
    for (Bytes &secret : secrets) {
        secret = rng.bytes(work.secret.size());
        for (std::uint8_t &byte : secret) byte |= 1;  // passwords of the same length
    }
    secrets[1] = secrets[0];
    stack_after([&] { job(work); });
    for (int which = 0; which < 3; which++) {
        std::copy(secrets[which].begin(), secrets[which].end(), work.secret.begin());
        left[which] = stack_after([&] { job(work); });
    }
    constexpr std::size_t word = sizeof(std::uintptr_t);
    for (std::size_t at = 0; at < left[0].size(); at += word) {
        const auto same = [&](int other) {
            return std::equal(&left[0][at], &left[0][at] + word, &left[other][at]);
        };
        if (same(1) && !same(2)) return false;
    }
    return true;
}

// With every kernel of an algorithm that can run here, but for the references: those read as the
// standards do.
void expect_nothing(const std::string &family, const Job &job) {
    std::set<std::string> all;
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
        if (std::string(kernel->op).rfind(family, 0) == 0 && og_kernel_usable(kernel, nullptr, 0))
            all.insert(kernel->stem);
    for (const std::string &stem : all) {
        if (stem.size() > 6 && stem.substr(stem.size() - 6) == "_c_ref") continue;
        const Forced forced(family, stem);
        EXPECT_TRUE(leaves_nothing(job)) << stem;
    }
}

TEST(Residue, TheComparisonFindsWhatIsLeft) {
    EXPECT_FALSE(leaves_nothing([](Work &w) {
        // The functions that return from the job overwrite a part of it on some processors.
        volatile std::uint8_t copy[512];
        for (std::size_t i = 0; i < sizeof copy; i++) copy[i] = w.secret[i];
        (void)copy[0];
    }));
    EXPECT_TRUE(leaves_nothing([](Work &w) { w.out = w.secret; }));
}

TEST(Residue, Sha1) {
    expect_nothing("sha1.", [](Work &w) { og_sha1(w.secret.data(), 1000, w.out.data()); });
    expect_nothing("sha1.", [](Work &w) {
        og_sha1_init(&w.sha1);
        og_sha1_update(&w.sha1, w.secret.data(), 100);
        og_sha1_update(&w.sha1, w.secret.data(), 300);
        og_sha1_final(&w.sha1, w.out.data());
    });
}

// Short messages, whose end is copied and padded in different ways. Each call by itself: the next would write
// over what this one leaves.
TEST(Residue, ShortMessages) {
    for (const std::size_t size : {3, 5, 11, 16, 31, 50, 60, 64, 127}) {
        SCOPED_TRACE(size);
        expect_nothing("sha1.", [=](Work &w) { og_sha1(w.secret.data(), size, w.out.data()); });
        expect_nothing("sha1.", [=](Work &w) {
            const og_two_part message = {w.secret.data(), size, w.secret.data() + size, size};
            og_sha1_two_part(&message, w.out.data());
        });
        expect_nothing("whirlpool.", [=](Work &w) { og_whirlpool(w.secret.data(), size, w.out.data()); });
        for (const std::size_t held : {0, 9, 61})
            for (const int finish : {0, 1}) {
                expect_nothing("sha1.", [=](Work &w) {
                    og_sha1_init(&w.sha1);
                    if (held > 0) og_sha1_update(&w.sha1, w.secret.data(), held);
                    og_sha1_update(&w.sha1, w.secret.data() + 100, size);
                    if (finish) og_sha1_final(&w.sha1, w.out.data());
                });
                expect_nothing("whirlpool.", [=](Work &w) {
                    og_whirlpool_init(&w.whirlpool);
                    if (held > 0) og_whirlpool_update(&w.whirlpool, w.secret.data(), held);
                    og_whirlpool_update(&w.whirlpool, w.secret.data() + 100, size);
                    if (finish) og_whirlpool_final(&w.whirlpool, w.out.data());
                });
            }
    }
}

// Detection of collision attacks, each call by itself, where no block is tested and where each is. (Where it
// depends on the secret, so does what the test clears.)
TEST(Residue, Detection) {
    static og_sha1dc_verdict verdict;
    for (const std::size_t size : {3, 20, 50, 60, 64, 200, 1000})
        for (const unsigned flags : {0, static_cast<int>(OG_SHA1DC_EVERY_VECTOR)}) {
            if (flags == 0 && (size == 50 || size == 60 || size == 1000)) continue;  // one secret is tested
            SCOPED_TRACE(std::to_string(size) + " bytes, flags " + std::to_string(flags));
            expect_nothing("sha1dc.",
                           [=](Work &w) { og_sha1dc(w.secret.data(), size, flags, w.out.data(), &verdict); });
            expect_nothing("sha1dc.", [=](Work &w) {
                const og_two_part message = {w.secret.data(), 10, w.secret.data() + 10, size};
                og_sha1dc_two_part(&message, flags, w.out.data(), &verdict);
            });
            for (const int finish : {0, 1})
                expect_nothing("sha1dc.", [=](Work &w) {
                    og_sha1dc_init(&w.sha1dc, flags);
                    og_sha1dc_update(&w.sha1dc, w.secret.data(), 10);
                    og_sha1dc_update(&w.sha1dc, w.secret.data() + 10, size);
                    if (finish) og_sha1dc_final(&w.sha1dc, w.out.data(), &verdict);
                });
        }
}

// The messages of a hash for many: lengths of one to some blocks.
void describe(og_message *messages, std::size_t n, const Work &w) {
    for (std::size_t i = 0; i < n; i++) messages[i] = {w.secret.data() + 7 * i, 20 + 31 * i};
}

TEST(Residue, ManyHashes) {
    static og_message messages[20];
    expect_nothing("sha1.", [](Work &w) {
        describe(messages, 20, w);
        og_sha1_many(messages, 20, reinterpret_cast<std::uint8_t(*)[20]>(w.out.data()), nullptr);
    });
    static og_two_part parts[20];
    expect_nothing("sha1.", [](Work &w) {
        for (std::size_t i = 0; i < 20; i++) parts[i] = {w.secret.data() + i, 9 * i, w.secret.data(), 31 * i};
        og_sha1_two_part_many(parts, 20, reinterpret_cast<std::uint8_t(*)[20]>(w.out.data()), nullptr);
    });
    expect_nothing("whirlpool.", [](Work &w) {
        describe(messages, 20, w);
        og_whirlpool_many(messages, 20, reinterpret_cast<std::uint8_t(*)[64]>(w.out.data()), nullptr);
    });
}

// Two pieces of each stream, so that the second completes a partial block.
TEST(Residue, ManyHashesOfOneLength) {
    const auto hash = [](Work &w, const auto &many) {
        for (std::size_t size : {20, 64, 200}) {
            og_message messages[20];
            for (std::size_t i = 0; i < 20; i++) messages[i] = {w.secret.data() + size * i, size};
            many(messages);
        }
    };
    expect_nothing("sha1.", [&](Work &w) {
        hash(w, [&](const og_message *messages) {
            og_sha1_many(messages, 20, reinterpret_cast<std::uint8_t(*)[20]>(w.out.data()), nullptr);
        });
    });
    expect_nothing("whirlpool.", [&](Work &w) {
        hash(w, [&](const og_message *messages) {
            og_whirlpool_many(messages, 20, reinterpret_cast<std::uint8_t(*)[64]>(w.out.data()), nullptr);
        });
    });
}

TEST(Residue, ManyStreams) {
    static og_message messages[20];
    static og_sha1_ctx sha1[20], *sha1s[20];
    static og_whirlpool_ctx whirlpool[20], *whirlpools[20];
    expect_nothing("sha1.", [](Work &w) {
        describe(messages, 20, w);
        for (std::size_t i = 0; i < 20; i++) og_sha1_init(sha1s[i] = &sha1[i]);
        for (int piece : {0, 1}) og_sha1_update_many(sha1s, messages + piece, 19, nullptr);
    });
    expect_nothing("whirlpool.", [](Work &w) {
        describe(messages, 20, w);
        for (std::size_t i = 0; i < 20; i++) og_whirlpool_init(whirlpools[i] = &whirlpool[i]);
        for (int piece : {0, 1}) og_whirlpool_update_many(whirlpools, messages + piece, 19, nullptr);
    });
}

TEST(Residue, Whirlpool) {
    expect_nothing("whirlpool.", [](Work &w) { og_whirlpool(w.secret.data(), 1000, w.out.data()); });
    EXPECT_TRUE(leaves_nothing(
        [](Work &w) { og_whirlpool_of_version(OG_WHIRLPOOL_T, w.secret.data(), 100, w.out.data()); }));
}

// Saves a state, restores it, and refuses a damaged one. The check needs a SHA-1 kernel.
TEST(Residue, States) {
    const auto damaged = [](Work &w) {
        w.out[40] ^= 1;
        return w.out.data();
    };
    expect_nothing("sha1.", [=](Work &w) {
        og_sha1_init(&w.sha1);
        og_sha1_update(&w.sha1, w.secret.data(), 100);
        og_sha1_export(&w.sha1, w.out.data());
        og_sha1_import(&w.sha1, w.out.data());
        og_sha1_import(&w.sha1, damaged(w));
    });
    expect_nothing("sha1.", [=](Work &w) {
        og_sha1dc_init(&w.sha1dc, 0);
        og_sha1dc_update(&w.sha1dc, w.secret.data(), 60);
        og_sha1dc_export(&w.sha1dc, w.out.data());
        og_sha1dc_import(&w.sha1dc, w.out.data());
        og_sha1dc_import(&w.sha1dc, damaged(w));
    });
    expect_nothing("whirlpool.", [=](Work &w) {
        og_whirlpool_init(&w.whirlpool);
        og_whirlpool_update(&w.whirlpool, w.secret.data(), 100);
        og_whirlpool_export(&w.whirlpool, w.out.data());
        og_whirlpool_import(&w.whirlpool, w.out.data());
        og_whirlpool_import(&w.whirlpool, damaged(w));
    });
}

template <og_hash hash> void authenticate(Work &w) {
    og_hmac(hash, w.secret.data(), 70, w.secret.data(), 300, w.out.data());
}

template <og_hash hash> void derive(Work &w) {
    og_pbkdf2(hash, w.secret.data(), 40, w.secret.data() + 40, 16, 3, w.out.data(), 170);
}

template <og_hash hash> void derive_many(Work &w) {
    static og_pbkdf2_derivation derivations[19];
    for (std::size_t i = 0; i < 19; i++)
        derivations[i] = {w.secret.data() + i,    20 + i, w.secret.data() + 50, 8, 1 + i % 4,
                          w.out.data() + 150 * i, 70};
    og_pbkdf2_many(hash, derivations, 19, nullptr);
}

// The key of a file and more bytes than a digest, and as many derivations as fill lanes.
template <og_hash hash> void derive_for_pkcs12(Work &w) {
    static og_pkcs12_derivation derivations[19];
    for (std::size_t i = 0; i < 19; i++)
        derivations[i] = {1 + static_cast<int>(i % 3), w.secret.data() + i, 20 + i, w.secret.data() + 50, 8,
                          w.out.data() + 150 * i,      20 + i % 3 * 60};
    og_pkcs12_kdf_many(hash, 3, derivations, 19, nullptr);
}

template <og_hash hash> void derive_one_for_pkcs12(Work &w) {
    og_pkcs12_kdf(hash, OG_PKCS12_KEY, w.secret.data(), 90, w.secret.data() + 100, 8, 3, w.out.data(), 150);
}

TEST(Residue, Pkcs12) {
    expect_nothing("sha1.", derive_for_pkcs12<OG_HASH_SHA1>);
    expect_nothing("sha1.", derive_one_for_pkcs12<OG_HASH_SHA1>);
    expect_nothing("whirlpool.", derive_for_pkcs12<OG_HASH_WHIRLPOOL>);
    expect_nothing("whirlpool.", derive_one_for_pkcs12<OG_HASH_WHIRLPOOL>);
}

TEST(Residue, Kdf) {
    expect_nothing("sha1.", authenticate<OG_HASH_SHA1>);
    expect_nothing("sha1.", derive<OG_HASH_SHA1>);
    expect_nothing("whirlpool.", authenticate<OG_HASH_WHIRLPOOL>);
    expect_nothing("whirlpool.", derive<OG_HASH_WHIRLPOOL>);
    expect_nothing("pbkdf2.", derive<OG_HASH_WHIRLPOOL>);
    expect_nothing("pbkdf2.", derive<OG_HASH_SHA1>);
    for (const char *family : {"sha1.", "pbkdf2."}) expect_nothing(family, derive_many<OG_HASH_SHA1>);
    for (const char *family : {"whirlpool.", "pbkdf2."})
        expect_nothing(family, derive_many<OG_HASH_WHIRLPOOL>);
}

// One iteration needs no kernel for iterations, and few chains leave the others untouched.
template <og_hash hash> void derive_short(Work &w) {
    og_pbkdf2(hash, w.secret.data(), 40, w.secret.data() + 40, 16, 1, w.out.data(), 20);
}

template <og_hash hash> void derive_short_for_pkcs12(Work &w) {
    og_pkcs12_kdf(hash, OG_PKCS12_KEY, w.secret.data(), 20, w.secret.data() + 100, 8, 1, w.out.data(), 16);
}

template <og_hash hash> void start_to_authenticate(Work &w) {
    og_hmac_init(&w.hmac, hash, w.secret.data(), 20);
}

template <og_hash hash> void authenticate_in_parts(Work &w) {
    og_hmac_init(&w.hmac, hash, w.secret.data(), 20);
    og_hmac_update(&w.hmac, w.secret.data(), 30);
    og_hmac_final(&w.hmac, w.out.data());
}

TEST(Residue, ShortKdf) {
    for (void (*job)(Work &) : {derive_short<OG_HASH_SHA1>, derive_short_for_pkcs12<OG_HASH_SHA1>,
                                start_to_authenticate<OG_HASH_SHA1>, authenticate_in_parts<OG_HASH_SHA1>})
        expect_nothing("sha1.", job);
    for (void (*job)(Work &) :
         {derive_short<OG_HASH_WHIRLPOOL>, derive_short_for_pkcs12<OG_HASH_WHIRLPOOL>,
          start_to_authenticate<OG_HASH_WHIRLPOOL>, authenticate_in_parts<OG_HASH_WHIRLPOOL>})
        expect_nothing("whirlpool.", job);
}

TEST(Residue, DesModes) {
    for (const Mode &mode : modes)
        for (og_des_cipher cipher : ciphers)
            for (int encrypt : {0, 1}) {
                SCOPED_TRACE(std::string(mode.name) + (encrypt ? " encryption" : " decryption"));
                const std::size_t size = mode.unit == 8 ? 3200 : mode.mode < OG_CFB64 ? 3 : 3001;
                const std::size_t key_size = og_des_key_size(cipher);
                const std::size_t iv_size = mode.mode == OG_ECB ? 0 : 8;
                expect_nothing("des", [=](Work &w) {
                    og_des_init(&w.des, cipher, mode.mode, encrypt, w.secret.data(), key_size,
                                w.secret.data() + 24, iv_size, OG_DES_CHECK_WEAK);
                    og_des_update(&w.des, w.out.data(), w.secret.data() + 32, size);
                    og_des_wipe(&w.des);
                });
            }
}

TEST(Residue, Desx) {
    for (const Mode &mode : modes)
        for (int encrypt : {0, 1}) {
            SCOPED_TRACE(std::string(mode.name) + (encrypt ? " encryption" : " decryption"));
            const std::size_t size = mode.unit == 8 ? 3200 : mode.mode < OG_CFB64 ? 3 : 3001;
            expect_nothing("des", [=](Work &w) {
                og_des_init(&w.des, OG_DESX, mode.mode, encrypt, w.secret.data(), 24, w.secret.data() + 24,
                            mode.mode == OG_ECB ? 0 : 8, OG_DES_CHECK_WEAK);
                og_des_update(&w.des, w.out.data(), w.secret.data() + 32, size);
                og_des_wipe(&w.des);
            });
        }
}

// Each call by itself: the next would write over what this one leaves.
TEST(Residue, DesPosition) {
    for (const og_des_mode mode : {OG_CBC, OG_CFB64, OG_OFB, OG_CTR})
        for (const int call : {0, 1, 2})
            expect_nothing("des", [=](Work &w) {
                static unsigned used;
                const std::uint8_t *key = w.secret.data(), *iv = key + 24;
                if (call == 0) {
                    og_des_init(&w.des, OG_DESX, mode, OG_ENCRYPT, key, 24, iv, 8, OG_DES_CHECK_NONE);
                    og_des_restart(&w.des, OG_DECRYPT, iv + 8, 8);
                } else if (call == 1) {
                    og_des_set_position(&w.des, iv, mode == OG_CBC ? 0 : 3);
                } else {
                    og_des_get_position(&w.des, w.out.data(), &used);
                }
            });
}

TEST(Residue, DesWrap) {
    for (const char *family : {"des", "sha1."}) {
        expect_nothing(family, [](Work &w) {
            og_des3_wrap(w.secret.data(), w.secret.data() + 24, w.secret.data() + 48, w.out.data());
        });
        expect_nothing(family, [](Work &w) {  // a damaged key
            og_des3_unwrap(w.secret.data(), w.secret.data() + 24, w.out.data());
        });
        expect_nothing(family, [](Work &w) {
            og_des3_wrap(w.secret.data(), w.secret.data() + 24, w.secret.data() + 48, w.out.data());
            og_des3_unwrap(w.secret.data(), w.out.data(), w.out.data() + 40);
        });
    }
}

// Each call on a context by itself, where a message ends within a block and at its end.
TEST(Residue, DesMac) {
    struct {
        og_mac_algorithm algorithm;
        og_mac_padding padding;
        og_des_cipher cipher;
    } const macs[] = {{OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES_EDE3},
                      {OG_MAC_CBC, OG_MAC_PAD_LENGTH, OG_DES},
                      {OG_MAC_RETAIL, OG_MAC_PAD_BIT, OG_DES_EDE},
                      {OG_MAC_CMAC, OG_MAC_PAD_OWN, OG_DES_EDE3}};
    for (const auto &mac : macs)
        for (const std::size_t size : {5, 16, 601})
            for (const int finish : {0, 1, 2})
                expect_nothing("des", [=](Work &w) {
                    static og_des_mac_ctx ctx;
                    const std::uint8_t *key = w.secret.data(), *in = w.secret.data() + 24;
                    og_des_mac_init(&ctx, mac.algorithm, mac.padding, mac.cipher, key,
                                    og_des_key_size(mac.cipher), size, 0);
                    if (finish > 0) og_des_mac_update(&ctx, in, size);
                    if (finish > 1) og_des_mac_final(&ctx, w.out.data(), 8);
                });
}

TEST(Residue, DesAtOnce) {
    expect_nothing("des", [](Work &w) {
        const std::uint8_t *key = w.secret.data(), *in = w.secret.data() + 24;
        og_des_crypt(OG_DES_EDE3, OG_CTR, OG_ENCRYPT, key, 24, in, 8, 0, w.out.data(), in, 1001);
        og_des_mac(OG_MAC_CMAC, OG_MAC_PAD_OWN, OG_DES_EDE3, key, 24, in, 1001, 0, w.out.data(), 8);
        // refused after the keys have been set
        og_des_crypt(OG_DES_EDE3, OG_CBC, OG_ENCRYPT, key, 24, in, 8, 0, w.out.data(), in, 1001);
        og_des_mac(OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES, key, 8, in, 1001, 0, nullptr, 8);
        og_des_mac(OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES, key, 8, in, 1001, 0, w.out.data(), 9);
    });
    EXPECT_TRUE(leaves_nothing([](Work &w) {
        og_des_mac(OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES, w.secret.data(), 8, w.secret.data(), 1001, 0, nullptr,
                   8);
    }));
}

TEST(Residue, DesMany) {
    for (og_des_mode mode : {OG_CBC, OG_CFB64, OG_OFB})
        expect_nothing("des", [=](Work &w) {
            for (std::size_t i = 0; i < 40; i++)
                w.messages[i] = {w.secret.data() + i, w.secret.data() + 3 * i, w.secret.data(),
                                 w.out.data() + 100 * i, i % 13 * 8};
            og_des_many(OG_DES_EDE3, mode, w.messages, 40, OG_DES_CHECK_NONE, nullptr);
            og_des_mac_many(OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES, w.messages, 40, 0,
                            reinterpret_cast<std::uint8_t(*)[8]>(w.out.data()), nullptr);
        });
}

TEST(Residue, Crypt) {
    for (const char *first : {"ab", "cd"})  // one salt, and two
        expect_nothing("des", [first](Work &w) {
            auto *hashes = reinterpret_cast<char(*)[OG_CRYPT_DES_SIZE]>(w.out.data());
            for (std::size_t i = 0; i < 40; i++) {
                w.passwords[i] = reinterpret_cast<const char *>(w.secret.data()) + 11 * i;
                w.settings[i] = i ? "ab" : first;
            }
            og_crypt_des_many(w.passwords, w.settings, 40, hashes, nullptr);
        });
    // One call for each job: the next would write over what this one leaves.
    for (std::size_t n : {1, 3})
        expect_nothing("des", [n](Work &w) {
            auto *hashes = reinterpret_cast<char(*)[OG_CRYPT_DES_SIZE]>(w.out.data());
            const char *const password = reinterpret_cast<const char *>(w.secret.data());
            const char *const passwords[3] = {password, password + 11, password + 22};
            const char *const settings[3] = {"ab", "cd", "ef"};
            og_crypt_des_many(passwords, settings, n, hashes, nullptr);
        });
    expect_nothing("des", [](Work &w) {
        auto *hashes = reinterpret_cast<char(*)[OG_CRYPT_BSDI_SIZE]>(w.out.data());
        const char *const password = reinterpret_cast<const char *>(w.secret.data());
        const char *const passwords[2] = {password, password + 22}, *const settings[2] = {"_1...salt",
                                                                                          "_2...salt"};
        og_crypt_bsdi_many(passwords, settings, 2, hashes, nullptr);
    });
    expect_nothing("des", [](Work &w) {
        og_crypt_des(reinterpret_cast<const char *>(w.secret.data()), "ab",
                     reinterpret_cast<char *>(w.out.data()));
    });
}

}  // namespace

}  // namespace og::test
