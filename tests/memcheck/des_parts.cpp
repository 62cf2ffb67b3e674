// SPDX-License-Identifier: MIT
// DES, its modes and MACs, and crypt(3): keys, IVs, data and the characters of passwords are secret.
// Sizes, settings and where a password ends are not.
#include "call.hpp"

#include <algorithm>
#include <cstring>

namespace og::memcheck {

namespace {

constexpr og_des_cipher ciphers[] = {OG_DES, OG_DES_EDE, OG_DES_EDE3};
constexpr og_des_cipher all_ciphers[] = {OG_DES, OG_DES_EDE, OG_DES_EDE3, OG_DESX};

void set_keys(Call &call) {
    og_des_key ks;
    std::uint8_t *key = call.secret(8);
    call.expect(og_des_key_set(&ks, key, OG_DES_CHECK_NONE));
    call.result(&ks, sizeof ks);
    og_des_key_wipe(&ks);
    call.wiped(&ks, sizeof ks);
    const int verdicts[] = {og_des_key_has_parity(key), og_des_key_is_weak(key)};
    call.result(verdicts, sizeof verdicts);
    call.expect(og_des_key_fix_parity(key));
    call.result(key, 8);
}

// That a key is accepted is public, so three bits of each key are: a byte's first bit is another than
// that of the byte after the next, hence no key is weak, and the second key is not one of the others.
void check_for_weakness(Call &call) {
    for (og_des_cipher cipher : ciphers) {
        const std::size_t size = og_des_key_size(cipher);
        std::uint8_t *key = call.secret(size);
        for (std::size_t i = 0; i < size; i += 8) {
            key[i + 1] |= 0x80;
            key[i + 3] &= 0x7f;
            if (i == 8)
                key[i + 5] &= 0x7f;
            else
                key[i + 5] |= 0x80;
        }
        og_des_ctx ctx;
        call.expect(og_des_init(&ctx, cipher, OG_ECB, 1, key, size, nullptr, 0, OG_DES_CHECK_WEAK));
        call.result(ctx.ks, sizeof ctx.ks);
    }
}

template <og_des_cipher cipher> void check_parity(Call &call) {
    const std::size_t size = og_des_key_size(cipher);
    std::uint8_t *key = call.secret(size);
    for (std::size_t i = 0; i < size; i += 8) og_des_key_fix_parity(key + i);
    og_des_ctx ctx;
    call.expect(og_des_init(&ctx, cipher, OG_ECB, 1, key, size, nullptr, 0, OG_DES_CHECK_PARITY));
}

// A stream in every way in which its mode goes from block to block: sizes that leave parts of
// blocks, that are whole, and that are made ahead in more than one go.
void stream(Call &call, og_des_mode mode, bool encrypt) {
    for (og_des_cipher cipher : all_ciphers) {
        std::vector<std::size_t> sizes = {8, 16, 8 * 41, 8 * 300};
        if (mode == OG_CFB1 || mode == OG_CFB8) sizes = {1, 3};
        if (mode == OG_CTR || mode == OG_CFB64 || mode == OG_OFB) sizes = {3, 4, 8, 2, 7, 41};
        if (sizes.size() > 4 && cipher == OG_DES) sizes.push_back(8 * 1030);
        og_des_ctx ctx;
        const std::size_t key_size = og_des_key_size(cipher), iv_size = mode == OG_ECB ? 0 : 8;
        call.expect(og_des_init(&ctx, cipher, mode, encrypt, call.secret(key_size), key_size,
                                call.secret(iv_size), iv_size, OG_DES_CHECK_NONE));
        for (std::size_t size : sizes) {
            std::uint8_t *out = call.room(size);
            call.expect(og_des_update(&ctx, out, call.secret(size), size));
            call.result(out, size);
        }
        if (mode == OG_CFB1) {
            std::uint8_t *bits = call.secret(2);
            call.expect(og_des_update_bits(&ctx, bits, bits, 11));
            call.result(bits, 2);
        }
        og_des_wipe(&ctx);
        call.wiped(&ctx, sizeof ctx);
        std::uint8_t *data = call.secret(40);
        call.expect(og_des_crypt(cipher, mode, encrypt, call.secret(key_size), key_size, call.secret(iv_size),
                                 iv_size, OG_DES_CHECK_NONE, data, data,
                                 mode == OG_CFB1 || mode == OG_CFB8 ? 2 : 40));
        call.result(data, 40);
    }
}

// A position is secret in the middle of a message. The number of bytes is not.
void positions(Call &call, og_des_mode mode) {
    for (og_des_cipher cipher : all_ciphers)
        for (std::size_t size : {8, 11}) {
            if (mode == OG_CBC && size % 8 != 0) continue;
            const std::size_t key_size = og_des_key_size(cipher);
            og_des_ctx ctx;
            std::uint8_t *data = call.secret(size), *iv = call.room(8);
            unsigned used;
            call.expect(og_des_init(&ctx, cipher, mode, 0, call.secret(key_size), key_size, call.secret(8), 8,
                                    OG_DES_CHECK_NONE));
            call.expect(og_des_update(&ctx, data, data, size));
            call.expect(og_des_get_position(&ctx, iv, &used));
            call.expect(og_des_restart(&ctx, OG_DECRYPT, call.secret(8), 8));
            call.expect(og_des_set_position(&ctx, iv, used));
            call.expect(og_des_update(&ctx, data, data, size));
            call.result(data, size);
            call.result(iv, 8);
        }
}

template <og_des_mode mode> void positions(Call &call) { positions(call, mode); }

void wrap(Call &call) {
    std::uint8_t *wrapped = call.room(OG_DES3_WRAPPED_SIZE);
    call.expect(og_des3_wrap(call.secret(24), call.secret(24), call.secret(8), wrapped));
    call.result(wrapped, OG_DES3_WRAPPED_SIZE);
}

// The example of RFC 3217 section 3.4, as it is or damaged. A comparison that stops at the first wrong byte
// examines fewer bytes of the damaged key.
template <bool damaged> void unwrap(Call &call) {
    const Bytes kek = {0x25, 0x5e, 0x0d, 0x1c, 0x07, 0xb6, 0x46, 0xdf, 0xb3, 0x13, 0x4c, 0xc8,
                       0x43, 0xba, 0x8a, 0xa7, 0x1f, 0x02, 0x5b, 0x7c, 0x08, 0x38, 0x25, 0x1f};
    Bytes wrapped = {0x69, 0x01, 0x07, 0x61, 0x8e, 0xf0, 0x92, 0xb3, 0xb4, 0x8c, 0xa1, 0x79, 0x6b, 0x23,
                     0x4a, 0xe9, 0xfa, 0x33, 0xeb, 0xb4, 0x15, 0x96, 0x04, 0x03, 0x7d, 0xb5, 0xd6, 0xa8,
                     0x4e, 0xb3, 0xaa, 0xc2, 0x76, 0x8c, 0x63, 0x27, 0x75, 0xa4, 0x67, 0xd4};
    if (damaged) wrapped[0] ^= 1;
    call.expect(og_des3_unwrap(call.as_secret(kek), call.as_secret(wrapped), call.room(24)),
                damaged ? OG_ERR_MAC : OG_OK);
}

template <og_des_mode mode> void encrypt(Call &call) { stream(call, mode, true); }

template <og_des_mode mode> void decrypt(Call &call) { stream(call, mode, false); }

void macs(Call &call, og_mac_algorithm algorithm, og_mac_padding padding, og_des_cipher cipher) {
    const std::size_t key_size = og_des_key_size(cipher);
    for (std::size_t size : {0, 7, 8, 9, cipher == OG_DES ? 600 : 30}) {
        og_des_mac_ctx ctx;
        std::uint8_t *key = call.secret(key_size), *data = call.secret(size), *mac = call.room(8);
        call.expect(og_des_mac(algorithm, padding, cipher, key, key_size, data, size, 0, mac, 8));
        for (std::size_t first : {size / 2, size}) {
            call.expect(og_des_mac_init(&ctx, algorithm, padding, cipher, key, key_size, size, 0));
            call.expect(og_des_mac_update(&ctx, data, first));
            call.expect(og_des_mac_update(&ctx, data + first, size - first));
            call.expect(og_des_mac_verify(&ctx, mac, 8));
            call.wiped(&ctx, sizeof ctx);
        }
        call.result(mac, 8);
    }
}

void every_mac(Call &call) {
    for (og_des_cipher cipher : ciphers) {
        macs(call, OG_MAC_CMAC, OG_MAC_PAD_OWN, cipher);
        for (og_mac_padding padding : {OG_MAC_PAD_ZEROS, OG_MAC_PAD_BIT, OG_MAC_PAD_LENGTH})
            macs(call, OG_MAC_CBC, padding, cipher);
    }
    macs(call, OG_MAC_RETAIL, OG_MAC_PAD_BIT, OG_DES_EDE);
}

// One message, few, and more than lanes; of all kinds of length.
std::vector<og_des_message> messages(Call &call, og_des_cipher cipher, std::size_t n, std::size_t unit) {
    std::vector<og_des_message> all(n);
    for (std::size_t i = 0; i < n; i++) {
        const std::size_t size = (i * 37 + n) % 90 / unit * unit;
        all[i] = {call.secret(og_des_key_size(cipher)), call.secret(8), call.secret(size), call.room(size),
                  size};
    }
    return all;
}

void many(Call &call, og_des_mode mode) {
    for (og_des_cipher cipher : ciphers)
        for (std::size_t n : {1, 3, 300}) {
            const auto all = messages(call, cipher, n, mode == OG_CBC ? 8 : 1);
            call.expect(og_des_many(cipher, mode, all.data(), n, OG_DES_CHECK_NONE, nullptr));
            for (const og_des_message &m : all) call.result(m.out, m.size);
        }
}

template <og_des_mode mode> void many(Call &call) { many(call, mode); }

void many_macs(Call &call) {
    for (og_mac_padding padding : {OG_MAC_PAD_ZEROS, OG_MAC_PAD_BIT, OG_MAC_PAD_LENGTH})
        for (og_mac_algorithm algorithm : {OG_MAC_CBC, OG_MAC_RETAIL}) {
            const std::size_t n = 270;
            const auto all = messages(call, OG_DES_EDE, n, 1);
            std::uint8_t *result = call.room(8 * n);
            call.expect(og_des_mac_many(algorithm, padding, OG_DES_EDE, all.data(), n, 0,
                                        reinterpret_cast<std::uint8_t(*)[8]>(result), nullptr));
            call.result(result, 8 * n);
        }
}

// Characters with one bit that is known: none of them is the NUL.
char *password(Call &call, std::size_t size) {
    std::uint8_t *characters = call.room(size + 1);
    std::memcpy(characters, call.secret(size, 0x40), size);
    return reinterpret_cast<char *>(characters);
}

void crypt(Call &call) {
    for (std::size_t size = 0; size <= 9; size++) {
        char hash[OG_CRYPT_DES_SIZE];
        call.expect(og_crypt_des(password(call, size), "a/", hash));
        call.result(hash, sizeof hash);
    }
}

// The setting is a salt, which is public, and the first characters of a hash.
template <std::size_t size> void crypt_under_hash(Call &call) {
    char *setting = password(call, 2 + size), hash[OG_CRYPT_DES_SIZE];
    for (std::size_t i = 0; i < 2 + size; i++) setting[i] &= 0x4f;
    std::memcpy(setting, "./", 2);
    call.expect(og_crypt_des("password", setting, hash));
}

void many_crypts(Call &call) {
    for (std::size_t n : {2, 39, 40, 270, 271}) {  // an odd number has two salts
        std::vector<const char *> passwords(n), settings(n, "Zz");
        if (n % 2) settings[0] = "a/";
        for (std::size_t i = 0; i < n; i++) passwords[i] = password(call, i % 10);
        std::uint8_t *hashes = call.room(n * OG_CRYPT_DES_SIZE);
        call.expect(og_crypt_des_many(passwords.data(), settings.data(), n,
                                      reinterpret_cast<char(*)[OG_CRYPT_DES_SIZE]>(hashes), nullptr));
        call.result(hashes, n * OG_CRYPT_DES_SIZE);
    }
}

// The time depends on the lengths of passwords, whose characters are folded.
void many_bsdi_crypts(Call &call) {
    for (std::size_t n : {2, 40, 270}) {
        std::vector<const char *> passwords(n), settings(n, "_1...Zz/.");
        for (std::size_t i = 0; i < n; i++) passwords[i] = password(call, i % 30);
        std::uint8_t *hashes = call.room(n * OG_CRYPT_BSDI_SIZE);
        call.expect(og_crypt_bsdi_many(passwords.data(), settings.data(), n,
                                       reinterpret_cast<char(*)[OG_CRYPT_BSDI_SIZE]>(hashes), nullptr));
        call.result(hashes, n * OG_CRYPT_BSDI_SIZE);
    }
}

// The header: the time depends on a password's length, up to eight.
void crypt_of_unknown_length(Call &call) {
    char hash[OG_CRYPT_DES_SIZE];
    call.expect(og_crypt_des(reinterpret_cast<const char *>(call.secret(8)), "..", hash));
    call.result(hash, sizeof hash);
}

template <og_des_mode mode>
void add(std::vector<Part> &parts, const char *name, Claim encryption, Claim decryption) {
    const bool cbc = mode == OG_CBC;
    const std::string functions = "og_des_init, _update, _wipe, _crypt, " + std::string(name);
    const std::vector<std::string> ecb = {"des.key", "des.ecb", "des3.ecb"};
    std::vector<std::string> in = ecb, out = ecb;
    if (cbc || encryption == Claim::refused) in = {"des.key", "des.cbc_enc", "des3.cbc_enc"};
    if (cbc) out = {"des.key", "des.cbc_dec", "des3.cbc_dec"};
    if (decryption == Claim::refused) out = in;
    parts.push_back({functions + " encryption", in, encryption, encrypt<mode>});
    parts.push_back({functions + " decryption", out, decryption, decrypt<mode>});
}

}  // namespace

std::vector<Part> des_parts() {
    using std::string;
    const std::vector<string> lanes = {"des.lanes", "des3.lanes"},
                              crypts = {"des.crypt_lanes", "des.one_salt_lanes"};
    std::vector<Part> parts = {
        {"og_des_key_*", {"des.key"}, Claim::independent, set_keys},
        {"og_des_init, OG_DES_CHECK_WEAK", {"des.key"}, Claim::independent, check_for_weakness}};
    add<OG_ECB>(parts, "ECB", Claim::independent, Claim::independent);
    add<OG_CBC>(parts, "CBC", Claim::refused, Claim::independent);
    add<OG_CFB1>(parts, "CFB1", Claim::independent, Claim::independent);
    add<OG_CFB8>(parts, "CFB8", Claim::independent, Claim::independent);
    add<OG_CFB64>(parts, "CFB64", Claim::refused, Claim::independent);
    add<OG_OFB>(parts, "OFB", Claim::refused, Claim::refused);
    add<OG_CTR>(parts, "CTR", Claim::independent, Claim::independent);
    const string position = "og_des_restart, og_des_*_position, ";
    const std::vector<string> ecb = {"des.key", "des.ecb", "des3.ecb"};
    parts.push_back({position + "CBC",
                     {"des.key", "des.cbc_dec", "des3.cbc_dec"},
                     Claim::independent,
                     positions<OG_CBC>});
    parts.push_back({position + "CFB64", ecb, Claim::independent, positions<OG_CFB64>});
    parts.push_back({position + "CTR", ecb, Claim::independent, positions<OG_CTR>});
    parts.push_back(
        {position + "OFB", {"des.key", "des.cbc_enc", "des3.cbc_enc"}, Claim::refused, positions<OG_OFB>});
    parts.push_back({"og_des3_wrap", {"des.key", "des3.cbc_enc"}, Claim::refused, wrap});
    parts.push_back({"og_des_mac*", {"des.key", "des.cbc_enc", "des3.cbc_enc"}, Claim::refused, every_mac});
    parts.push_back({"og_des_many, CBC", lanes, Claim::independent, many<OG_CBC>});
    parts.push_back({"og_des_many, CFB64", lanes, Claim::independent, many<OG_CFB64>});
    parts.push_back({"og_des_many, OFB", lanes, Claim::independent, many<OG_OFB>});
    parts.push_back({"og_des_mac_many", lanes, Claim::independent, many_macs});
    parts.push_back({"og_crypt_des", crypts, Claim::independent, crypt});
    parts.push_back({"og_crypt_des_many", crypts, Claim::independent, many_crypts});
    parts.push_back({"og_crypt_bsdi_many", {"des.bsdi_lanes"}, Claim::independent, many_bsdi_crypts});
    parts.push_back({"og_crypt_des, length unknown", crypts, Claim::dependent, crypt_of_unknown_length});
    return parts;
}

std::vector<Verdict> des_verdicts() {
    return {{"og_des_init, OG_DES_CHECK_PARITY", check_parity<OG_DES>, check_parity<OG_DES_EDE3>},
            {"og_des3_unwrap", unwrap<true>, unwrap<false>},
            {"og_crypt_des, a hash as setting", crypt_under_hash<1>, crypt_under_hash<11>}};
}

}  // namespace og::memcheck
