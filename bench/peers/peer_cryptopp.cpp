// SPDX-License-Identifier: MIT
// Crypto++: SHA-1, Whirlpool, DES, Triple DES.
#include "peer.hpp"

#include <crypto++/config.h>
#include <crypto++/des.h>
#include <crypto++/modes.h>
#include <crypto++/sha.h>
#include <crypto++/whrlpool.h>

#include <string>

namespace {

using namespace og::peer;

template <class Hash> struct Blocks {
    og_peer_task task;
    Hash hash;
    explicit Blocks(const og_peer_task &t) : task(t) {}
    void call() { hash.Update(task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        hash.Final(out);
        return Hash::DIGESTSIZE;
    }
};

template <class Hash> struct Whole {
    og_peer_task task;
    Hash hash;
    std::uint8_t digest[Hash::DIGESTSIZE];
    explicit Whole(const og_peer_task &t) : task(t) {}
    void call() { hash.CalculateDigest(digest, task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, digest, sizeof digest);
        return sizeof digest;
    }
};

template <class Mode> struct Cipher : CipherJob {
    Mode mode;
    explicit Cipher(const og_peer_task &t) : CipherJob(t) {
        if (mode.IsResynchronizable())
            mode.SetKeyWithIV(t.key, mode.MaxKeyLength(), t.iv, 8);
        else
            mode.SetKey(t.key, mode.MaxKeyLength());
    }
    void call() { mode.ProcessData(task.out, task.in, task.size); }
};

struct Key {
    og_peer_task task;
    CryptoPP::DES::Encryption cipher;
    explicit Key(const og_peer_task &t) : task(t) {}
    void call() { cipher.SetKey(task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        cipher.ProcessBlock(task.iv, out);
        return 8;
    }
};

using CryptoPP::CBC_Mode;
using CryptoPP::DES;
using CryptoPP::DES_EDE3;
using CryptoPP::ECB_Mode;
using CryptoPP::SHA1;
using CryptoPP::Whirlpool;

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **) {
    constexpr const char *name = "cryptopp";
    static const std::string sha1_path = SHA1().AlgorithmProvider();
    static const std::string whirlpool_path = Whirlpool().AlgorithmProvider();
    const char *sha1 = sha1_path.c_str(), *whirlpool = whirlpool_path.c_str();
    static const og_peer_row rows[] = {
        row<Blocks<SHA1>>(name, "sha1.blocks", sha1),
        row<Whole<SHA1>>(name, "sha1.hash", sha1),
        row<Blocks<Whirlpool>>(name, "whirlpool.blocks", whirlpool),
        row<Whole<Whirlpool>>(name, "whirlpool.hash", whirlpool),
        row<Cipher<ECB_Mode<DES>::Encryption>>(name, "des.ecb"),
        row<Cipher<CBC_Mode<DES>::Encryption>>(name, "des.cbc_enc"),
        row<Cipher<CBC_Mode<DES>::Decryption>>(name, "des.cbc_dec"),
        row<Cipher<ECB_Mode<DES_EDE3>::Encryption>>(name, "des3.ecb"),
        row<Cipher<CBC_Mode<DES_EDE3>::Encryption>>(name, "des3.cbc_enc"),
        row<Cipher<CBC_Mode<DES_EDE3>::Decryption>>(name, "des3.cbc_dec"),
        row<Key>(name, "des.key"),
    };
    static const std::string version = [] {
        const int number = CryptoPP::LibraryVersion();
        return std::to_string(number / 100) + "." + std::to_string(number / 10 % 10) + "." +
               std::to_string(number % 10);
    }();
    static const og_peer_module module = {OG_PEER_ABI, name, version.c_str(), rows,
                                          sizeof rows / sizeof rows[0]};
    return &module;
}
