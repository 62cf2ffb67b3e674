// SPDX-License-Identifier: MIT
// A table of calls with one wrong argument: NULL, a length near SIZE_MAX, or outputs that overlap inputs.
// Each returns the error of the header, names the element that is wrong, and writes nothing.
#include "support.hpp"

#include <cstring>

namespace og::test {

namespace {

// The memory that all calls share.
struct Memory {
    std::uint8_t bytes[4096];
    og_sha1_ctx sha1;
    og_sha1dc_ctx sha1dc;
    og_whirlpool_ctx whirlpool;
    og_hmac_ctx hmac;
    og_des_ctx des;
    og_des_mac_ctx mac;
    og_sha1_ctx *sha1s[3];
    og_whirlpool_ctx *whirlpools[3];
    og_message messages[3];
    og_two_part parts[3];
    og_des_message des_messages[3];
    og_pkcs12_derivation derivations[3];
    og_pbkdf2_derivation logins[3];
    const char *texts[3];
    og_sha1dc_verdict verdicts[3];
    std::uint8_t digests[3][20], long_digests[3][64], macs[3][8];
    char hashes[3][OG_CRYPT_DES_SIZE];
};

Memory m;
const char *const salts[3] = {"ab", "cd", "ef"};

// Describes the messages. One context stands for three, which is an error unless only one is used.
void describe_inputs() {
    for (std::size_t i = 0; i < 3; i++) {
        m.sha1s[i] = &m.sha1;
        m.whirlpools[i] = &m.whirlpool;
        m.messages[i] = {m.bytes, 100};
        m.parts[i] = {m.bytes, 10, m.bytes + 50, 100};
        m.des_messages[i] = {m.bytes, m.bytes, m.bytes + 64, m.bytes + 1000 + 100 * i, 80};
        // member by member, because the padding of a struct is compared, too
        og_pkcs12_derivation &d = m.derivations[i];
        std::memset(&d, 0, sizeof d);
        d.id = OG_PKCS12_KEY;
        d.password = d.salt = m.bytes;
        d.password_size = d.salt_size = 8;
        d.out = m.bytes + 1000 + 100 * i;
        d.out_size = 80;
        m.logins[i] = {"p", 1, "s", 1, 2, m.digests[i], 20};
        m.texts[i] = "ab";
    }
}

void prepare() {
    std::memset(static_cast<void *>(&m), 0x5a, sizeof m);
    og_sha1_init(&m.sha1);
    og_sha1dc_init(&m.sha1dc, 0);
    og_whirlpool_init(&m.whirlpool);
    og_hmac_init(&m.hmac, OG_HASH_SHA1, "k", 1);
    og_des_init(&m.des, OG_DES, OG_CTR, OG_ENCRYPT, m.bytes, 8, m.bytes, 8, 0);
    og_des_mac_init(&m.mac, OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES, m.bytes, 8, 0, 0);
    describe_inputs();
}

// A call, and the status and index that it must return.
struct Case {
    const char *text;
    int status;
    std::size_t index;
    int (*call)(std::size_t *bad);
};

constexpr std::size_t any = SIZE_MAX;  // the function has no index
constexpr std::size_t huge = SIZE_MAX, half = SIZE_MAX / 2;

#define CALL(status, index, ...)                                \
    {#__VA_ARGS__, status, index, [](std::size_t *bad) -> int { \
         (void)bad;                                             \
         return __VA_ARGS__;                                    \
     }}

// Changes an element of an array before the call.
template <typename T> auto *with(T *array, std::size_t i, T element) {
    array[i] = element;
    return array;
}

const Case null_cases[] = {
    CALL(OG_ERR_NULL, any, og_sha1_init(nullptr)),
    CALL(OG_ERR_NULL, any, og_sha1_update(nullptr, "a", 1)),
    CALL(OG_ERR_NULL, any, og_sha1_update(&m.sha1, nullptr, 1)),
    CALL(OG_ERR_NULL, any, og_sha1_final(nullptr, m.digests[0])),
    CALL(OG_ERR_NULL, any, og_sha1_final(&m.sha1, nullptr)),
    CALL(OG_ERR_NULL, any, og_sha1(nullptr, 1, m.digests[0])),
    CALL(OG_ERR_NULL, any, og_sha1("a", 1, nullptr)),
    CALL(OG_ERR_NULL, 3, og_sha1_many(nullptr, 3, m.digests, bad)),
    CALL(OG_ERR_NULL, 3, og_sha1_many(m.messages, 3, nullptr, bad)),
    CALL(OG_ERR_NULL, 2, og_sha1_many(with(m.messages, 2, {nullptr, 1}), 3, m.digests, bad)),
    CALL(OG_ERR_NULL, 3, og_sha1_two_part_many(nullptr, 3, m.digests, bad)),
    CALL(OG_ERR_NULL, 3, og_sha1_two_part_many(m.parts, 3, nullptr, bad)),
    CALL(OG_ERR_NULL, 1, og_sha1_two_part_many(with(m.parts, 1, {nullptr, 1, "a", 1}), 3, m.digests, bad)),
    CALL(OG_ERR_NULL, 0, og_sha1_two_part_many(with(m.parts, 0, {"a", 1, nullptr, 1}), 3, m.digests, bad)),
    CALL(OG_ERR_NULL, 3, og_sha1_update_many(nullptr, m.messages, 3, bad)),
    CALL(OG_ERR_NULL, 3, og_sha1_update_many(m.sha1s, nullptr, 3, bad)),
    CALL(OG_ERR_NULL, 0, og_sha1_update_many(with<og_sha1_ctx *>(m.sha1s, 0, nullptr), m.messages, 3, bad)),
    CALL(OG_ERR_NULL, 0, og_sha1_update_many(m.sha1s, with(m.messages, 0, {nullptr, 1}), 1, bad)),
    CALL(OG_ERR_NULL, any, og_sha1dc_init(nullptr, 0)),
    CALL(OG_ERR_NULL, any, og_sha1dc_on_collision(nullptr, nullptr, nullptr)),
    CALL(OG_ERR_NULL, any, og_sha1dc_update(&m.sha1dc, nullptr, 1)),
    CALL(OG_ERR_NULL, any, og_sha1dc_peek(nullptr, m.verdicts)),
    CALL(OG_ERR_NULL, any, og_sha1dc_final(&m.sha1dc, m.digests[0], nullptr)),
    CALL(OG_ERR_NULL, any, og_sha1dc(nullptr, 1, 0, m.digests[0], m.verdicts)),
    CALL(OG_ERR_NULL, any, og_sha1dc("a", 1, 0, nullptr, m.verdicts)),
    CALL(OG_ERR_NULL, 3, og_sha1dc_many(m.messages, 3, 0, nullptr, m.verdicts, bad)),
    CALL(OG_ERR_NULL, 3, og_sha1dc_many(m.messages, 3, 0, m.digests, nullptr, bad)),
    CALL(OG_ERR_NULL, 1, og_sha1dc_many(with(m.messages, 1, {nullptr, 1}), 3, 0, m.digests, m.verdicts, bad)),
    CALL(OG_ERR_NULL, 3, og_sha1dc_two_part_many(m.parts, 3, 0, m.digests, nullptr, bad)),
    CALL(OG_ERR_NULL, 3, og_sha1dc_update_many(nullptr, m.messages, 3, bad)),
    CALL(OG_ERR_NULL, any, og_whirlpool_init(nullptr)),
    CALL(OG_ERR_NULL, any, og_whirlpool_update(&m.whirlpool, nullptr, 1)),
    CALL(OG_ERR_NULL, any, og_whirlpool_final(&m.whirlpool, nullptr)),
    CALL(OG_ERR_NULL, any, og_whirlpool(nullptr, 1, m.long_digests[0])),
    CALL(OG_ERR_NULL, any, og_whirlpool_of_version(OG_WHIRLPOOL_T, nullptr, 1, m.long_digests[0])),
    CALL(OG_ERR_NULL, 3, og_whirlpool_many(nullptr, 3, m.long_digests, bad)),
    CALL(OG_ERR_NULL, 0, og_whirlpool_many(with(m.messages, 0, {nullptr, 1}), 3, m.long_digests, bad)),
    CALL(OG_ERR_NULL, 3, og_whirlpool_update_many(m.whirlpools, nullptr, 3, bad)),
    CALL(OG_ERR_NULL, any, og_hmac_init(nullptr, OG_HASH_SHA1, "k", 1)),
    CALL(OG_ERR_NULL, any, og_hmac_init(&m.hmac, OG_HASH_SHA1, nullptr, 1)),
    CALL(OG_ERR_NULL, any, og_hmac_update(nullptr, "a", 1)),
    CALL(OG_ERR_NULL, any, og_hmac_update(&m.hmac, nullptr, 1)),
    CALL(OG_ERR_NULL, any, og_hmac_final(&m.hmac, nullptr)),
    CALL(OG_ERR_NULL, any, og_hmac(OG_HASH_SHA1, nullptr, 1, "a", 1, m.digests[0])),
    CALL(OG_ERR_NULL, any, og_hmac(OG_HASH_SHA1, "k", 1, nullptr, 1, m.digests[0])),
    CALL(OG_ERR_NULL, any, og_hmac(OG_HASH_SHA1, "k", 1, "a", 1, nullptr)),
    CALL(OG_ERR_NULL, any, og_pbkdf2(OG_HASH_SHA1, nullptr, 1, "s", 1, 1, m.digests[0], 20)),
    CALL(OG_ERR_NULL, any, og_pbkdf2(OG_HASH_SHA1, "p", 1, nullptr, 1, 1, m.digests[0], 20)),
    CALL(OG_ERR_NULL, any, og_pbkdf2(OG_HASH_SHA1, "p", 1, "s", 1, 1, nullptr, 20)),
    CALL(OG_ERR_NULL, 3, og_pbkdf2_many(OG_HASH_SHA1, nullptr, 3, bad)),
    CALL(OG_ERR_NULL, 2,
         og_pbkdf2_many(OG_HASH_SHA1, with(m.logins, 2, {"p", 1, "s", 1, 1, nullptr, 20}), 3, bad)),
    CALL(OG_ERR_NULL, any,
         og_pkcs12_kdf(OG_HASH_SHA1, OG_PKCS12_KEY, nullptr, 2, "s", 1, 1, m.digests[0], 20)),
    CALL(OG_ERR_NULL, any, og_pkcs12_kdf(OG_HASH_SHA1, OG_PKCS12_KEY, "pp", 2, "s", 1, 1, nullptr, 20)),
    CALL(OG_ERR_NULL, 3, og_pkcs12_kdf_many(OG_HASH_SHA1, 1, nullptr, 3, bad)),
    CALL(OG_ERR_NULL, 2,
         og_pkcs12_kdf_many(OG_HASH_SHA1, 1,
                            with(m.derivations, 2, {OG_PKCS12_KEY, nullptr, 2, "s", 1, m.bytes, 20}), 3,
                            bad)),
    CALL(OG_ERR_NULL, any, og_des_update(nullptr, m.bytes, m.bytes, 8)),
    CALL(OG_ERR_NULL, any, og_des_update(&m.des, nullptr, m.bytes, 8)),
    CALL(OG_ERR_NULL, any, og_des_update(&m.des, m.bytes, nullptr, 8)),
    CALL(OG_ERR_NULL, any, og_des_mac_update(nullptr, "a", 1)),
    CALL(OG_ERR_NULL, any, og_des_mac_update(&m.mac, nullptr, 1)),
    CALL(OG_ERR_NULL, any, og_crypt_des(nullptr, "ab", m.hashes[0])),
    CALL(OG_ERR_NULL, any, og_crypt_des("x", nullptr, m.hashes[0])),
    CALL(OG_ERR_NULL, any, og_crypt_des("x", "ab", nullptr)),
    CALL(OG_ERR_NULL, 3, og_crypt_des_many(m.texts, m.texts, 3, nullptr, bad)),
    CALL(OG_ERR_NULL, 1,
         og_crypt_des_many(m.texts, with<const char *>(m.texts, 1, nullptr), 3, m.hashes, bad)),
    CALL(OG_ERR_NULL, 3, og_des_many(OG_DES, OG_CBC, nullptr, 3, 0, bad)),
    CALL(OG_ERR_NULL, 2,
         og_des_many(OG_DES, OG_CBC, with(m.des_messages, 2, {m.bytes, nullptr, m.bytes, m.bytes, 8}), 3, 0,
                     bad)),
    CALL(OG_ERR_NULL, 3,
         og_des_mac_many(OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES, m.des_messages, 3, 0, nullptr, bad)),
};

const Case length_cases[] = {
    CALL(OG_ERR_TOO_LONG, huge, og_sha1_many(m.messages, huge, m.digests, bad)),
    CALL(OG_ERR_TOO_LONG, half, og_sha1_many(m.messages, half, m.digests, bad)),
    CALL(OG_ERR_TOO_LONG, 1, og_sha1_many(with(m.messages, 1, {m.bytes, huge}), 3, m.digests, bad)),
    CALL(OG_ERR_TOO_LONG, huge, og_sha1_two_part_many(m.parts, huge, m.digests, bad)),
    CALL(OG_ERR_TOO_LONG, 2,
         og_sha1_two_part_many(with(m.parts, 2, {m.bytes, huge, m.bytes, huge}), 3, m.digests, bad)),
    CALL(OG_ERR_TOO_LONG, huge, og_sha1_update_many(m.sha1s, m.messages, huge, bad)),
    CALL(OG_ERR_TOO_LONG, 0, og_sha1_update_many(m.sha1s, with(m.messages, 0, {m.bytes, huge}), 1, bad)),
    CALL(OG_ERR_TOO_LONG, huge, og_sha1dc_many(m.messages, huge, 0, m.digests, m.verdicts, bad)),
    CALL(OG_ERR_TOO_LONG, 0,
         og_sha1dc_many(with(m.messages, 0, {m.bytes, huge}), 3, 0, m.digests, m.verdicts, bad)),
    CALL(OG_ERR_TOO_LONG, any, og_sha1_update(&m.sha1, m.bytes, huge)),
    CALL(OG_ERR_TOO_LONG, any, og_sha1(m.bytes, huge, m.digests[0])),
    CALL(OG_ERR_TOO_LONG, any, og_sha1_two_part(with(m.parts, 0, {m.bytes, huge, m.bytes, 1}), m.digests[0])),
    CALL(OG_ERR_TOO_LONG, any, og_sha1_two_part(with(m.parts, 0, {m.bytes, 1, m.bytes, huge}), m.digests[0])),
    CALL(OG_ERR_TOO_LONG, any, og_sha1dc_update(&m.sha1dc, m.bytes, huge)),
    CALL(OG_ERR_TOO_LONG, any, og_sha1dc(m.bytes, huge, 0, m.digests[0], m.verdicts)),
    CALL(OG_ERR_TOO_LONG, any,
         og_sha1dc_two_part(with(m.parts, 0, {m.bytes, huge, m.bytes, 1}), 0, m.digests[0], m.verdicts)),
    CALL(OG_ERR_TOO_LONG, any, og_whirlpool_update(&m.whirlpool, m.bytes, huge)),
    CALL(OG_ERR_TOO_LONG, any, og_whirlpool(m.bytes, huge, m.long_digests[0])),
    CALL(OG_ERR_TOO_LONG, any, og_whirlpool_of_version(OG_WHIRLPOOL_T, m.bytes, huge, m.long_digests[0])),
    CALL(OG_ERR_TOO_LONG, half, og_whirlpool_many(m.messages, half, m.long_digests, bad)),
    CALL(OG_ERR_TOO_LONG, 2, og_whirlpool_many(with(m.messages, 2, {m.bytes, huge}), 3, m.long_digests, bad)),
    CALL(OG_ERR_TOO_LONG, 0,
         og_whirlpool_update_many(m.whirlpools, with(m.messages, 0, {m.bytes, huge}), 1, bad)),
    CALL(OG_ERR_TOO_LONG, any, og_hmac_update(&m.hmac, m.bytes, huge)),
    CALL(OG_ERR_TOO_LONG, any, og_hmac(OG_HASH_SHA1, m.bytes, huge, "a", 1, m.digests[0])),
    CALL(OG_ERR_TOO_LONG, any, og_hmac(OG_HASH_SHA1, "k", 1, m.bytes, huge, m.digests[0])),
    CALL(OG_ERR_TOO_LONG, any, og_hmac(OG_HASH_WHIRLPOOL, m.bytes, huge, "a", 1, m.long_digests[0])),
    CALL(OG_ERR_TOO_LONG, any, og_hmac(OG_HASH_WHIRLPOOL, "k", 1, m.bytes, huge, m.long_digests[0])),
    CALL(OG_ERR_TOO_LONG, any, og_pbkdf2(OG_HASH_SHA1, "p", 1, "s", 1, 1, m.digests[0], huge)),
    CALL(OG_ERR_TOO_LONG, any, og_pbkdf2(OG_HASH_SHA1, m.bytes, huge, "s", 1, 1, m.digests[0], 20)),
    CALL(OG_ERR_TOO_LONG, any, og_pbkdf2(OG_HASH_WHIRLPOOL, "p", 1, m.bytes, huge, 1, m.digests[0], 20)),
    CALL(OG_ERR_TOO_LONG, any,
         og_pkcs12_kdf(OG_HASH_SHA1, OG_PKCS12_KEY, m.bytes, huge, "s", 1, 1, m.digests[0], 20)),
    CALL(OG_ERR_TOO_LONG, any,
         og_pkcs12_kdf(OG_HASH_SHA1, OG_PKCS12_KEY, "p", 1, m.bytes, huge, 1, m.digests[0], 20)),
    CALL(OG_ERR_TOO_LONG, any,
         og_pkcs12_kdf(OG_HASH_SHA1, OG_PKCS12_KEY, "p", 1, "s", 1, 1, m.digests[0], huge)),
    CALL(OG_ERR_TOO_LONG, half, og_pbkdf2_many(OG_HASH_SHA1, m.logins, half, bad)),
    CALL(OG_ERR_TOO_LONG, half, og_pkcs12_kdf_many(OG_HASH_SHA1, 1, m.derivations, half, bad)),
    CALL(OG_ERR_TOO_LONG, 1,
         og_pkcs12_kdf_many(OG_HASH_SHA1, 1,
                            with(m.derivations, 1, {OG_PKCS12_KEY, m.bytes, huge, "s", 1, m.bytes, 20}), 3,
                            bad)),
    CALL(OG_ERR_TOO_LONG, any, og_des_update(&m.des, m.bytes, m.bytes, huge)),
    CALL(OG_ERR_TOO_LONG, any,
         og_des_crypt(OG_DES, OG_ECB, OG_ENCRYPT, m.bytes, 8, nullptr, 0, 0, m.bytes, m.bytes, huge - 7)),
    CALL(OG_ERR_TOO_LONG, any,
         og_des_crypt(OG_DES, OG_CFB8, OG_ENCRYPT, m.bytes, 8, m.bytes, 8, 0, m.bytes, m.bytes, huge)),
    CALL(OG_ERR_TOO_LONG, any, og_des_mac_update(&m.mac, m.bytes, huge)),
    CALL(OG_ERR_TOO_LONG, any,
         og_des_mac(OG_MAC_CMAC, OG_MAC_PAD_OWN, OG_DES, m.bytes, 8, m.bytes, huge, 0, m.macs[0], 8)),
    CALL(OG_ERR_LENGTH, any,
         og_des_crypt(OG_DES, OG_CBC, OG_ENCRYPT, m.bytes, huge, m.bytes, 8, 0, m.bytes, m.bytes, 8)),
    CALL(OG_ERR_LENGTH, any,
         og_des_crypt(OG_DES, OG_CBC, OG_ENCRYPT, m.bytes, 8, m.bytes, huge, 0, m.bytes, m.bytes, 8)),
    CALL(OG_ERR_LENGTH, any,
         og_des_crypt(OG_DES, OG_CBC, OG_ENCRYPT, m.bytes, 8, m.bytes, 8, 0, m.bytes, m.bytes, huge)),
    CALL(OG_ERR_TOO_LONG, any,
         og_des_crypt(OG_DES, OG_CFB1, OG_ENCRYPT, m.bytes, 8, m.bytes, 8, 0, m.bytes, m.bytes, huge)),
    CALL(OG_ERR_TOO_LONG, any,  // the number of bits would wrap to 0
         og_des_crypt(OG_DES, OG_CFB1, OG_ENCRYPT, m.bytes, 8, m.bytes, 8, 0, m.bytes, m.bytes,
                      SIZE_MAX / 8 + 1)),
    CALL(OG_ERR_TOO_LONG, half, og_des_many(OG_DES, OG_OFB, m.des_messages, half, 0, bad)),
    CALL(OG_ERR_TOO_LONG, 1,
         og_des_many(OG_DES, OG_OFB, with(m.des_messages, 1, {m.bytes, m.bytes, m.bytes, m.bytes, huge}), 3,
                     0, bad)),
    CALL(OG_ERR_TOO_LONG, huge,
         og_des_mac_many(OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES, m.des_messages, huge, 0, m.macs, bad)),
    CALL(OG_ERR_TOO_LONG, huge, og_crypt_des_many(m.texts, m.texts, huge, m.hashes, bad)),
};

// Lengths that only the standard forbids, so that 32 bits cannot express them. They end below the end of the
// address space.
constexpr std::size_t forbidden = SIZE_MAX / 8 + (sizeof(std::size_t) < 8 ? 0 : 1);
const Case wide_cases[] = {
    CALL(OG_ERR_TOO_LONG, any, og_sha1_update(&m.sha1, m.bytes, forbidden)),
    CALL(OG_ERR_TOO_LONG, any, og_sha1(m.bytes, forbidden, m.digests[0])),
    CALL(OG_ERR_TOO_LONG, any, og_sha1dc_update(&m.sha1dc, m.bytes, forbidden)),
    CALL(OG_ERR_TOO_LONG, any, og_sha1dc(m.bytes, forbidden, 0, m.digests[0], m.verdicts)),
    CALL(OG_ERR_TOO_LONG, any, og_hmac_update(&m.hmac, m.bytes, forbidden)),
    CALL(OG_ERR_TOO_LONG, any, og_hmac(OG_HASH_SHA1, m.bytes, forbidden, "a", 1, m.digests[0])),
    CALL(OG_ERR_TOO_LONG, any, og_pbkdf2(OG_HASH_SHA1, "p", 1, "s", 1, 1, m.digests[0], forbidden)),
    CALL(OG_ERR_TOO_LONG, any, og_pbkdf2(OG_HASH_SHA1, m.bytes, forbidden, "s", 1, 1, m.digests[0], 20)),
    CALL(OG_ERR_TOO_LONG, 1,
         og_pbkdf2_many(OG_HASH_SHA1, with(m.logins, 1, {m.bytes, forbidden, "s", 1, 1, m.digests[1], 20}), 3,
                        bad)),
    CALL(OG_ERR_TOO_LONG, 2,
         og_pbkdf2_many(OG_HASH_SHA1, with(m.logins, 2, {"p", 1, m.bytes, forbidden, 1, m.digests[2], 20}), 3,
                        bad)),
    CALL(OG_ERR_TOO_LONG, 0,
         og_pbkdf2_many(OG_HASH_SHA1, with(m.logins, 0, {"p", 1, "s", 1, 1, m.digests[0], forbidden}), 3,
                        bad)),
};

const Case overlap_cases[] = {
    CALL(OG_ERR_ARGUMENT, 1,
         og_pbkdf2_many(OG_HASH_SHA1, with(m.logins, 1, {"p", 1, m.bytes, 8, 1, m.bytes + 7, 20}), 3, bad)),
    CALL(OG_ERR_ARGUMENT, 2,
         og_pbkdf2_many(
             OG_HASH_SHA1,
             with(m.logins, 2, {"p", 1, "s", 1, 1, reinterpret_cast<std::uint8_t *>(m.logins), 20}), 3, bad)),
    CALL(OG_ERR_ARGUMENT, 1, og_sha1_many(with(m.messages, 1, {m.digests[2] + 19, 1}), 3, m.digests, bad)),
    CALL(OG_ERR_ARGUMENT, 2, og_sha1_many(with(m.messages, 2, {&m, sizeof m}), 3, m.digests, bad)),
    CALL(OG_ERR_ARGUMENT, 3,
         og_sha1_many(m.messages, 3, reinterpret_cast<std::uint8_t (*)[20]>(m.messages), bad)),
    CALL(OG_ERR_ARGUMENT, 0,
         og_sha1_two_part_many(with(m.parts, 0, {m.digests[0], 1, "a", 1}), 3, m.digests, bad)),
    CALL(OG_ERR_ARGUMENT, 1, og_sha1_update_many(m.sha1s, m.messages, 3, bad)),
    CALL(OG_ERR_ARGUMENT, 1,
         og_sha1dc_many(with(m.messages, 1, {m.verdicts, 3}), 3, 0, m.digests, m.verdicts, bad)),
    CALL(OG_ERR_ARGUMENT, 3,
         og_sha1dc_many(m.messages, 3, 0, reinterpret_cast<std::uint8_t (*)[20]>(m.verdicts), m.verdicts,
                        bad)),
    CALL(OG_ERR_ARGUMENT, 2,
         og_whirlpool_many(with(m.messages, 2, {m.long_digests[1], 64}), 3, m.long_digests, bad)),
    CALL(OG_ERR_ARGUMENT, 1, og_whirlpool_update_many(m.whirlpools, m.messages, 3, bad)),
    CALL(OG_ERR_ARGUMENT, 1,
         og_des_many(OG_DES, OG_CBC, with(m.des_messages, 1, {m.bytes, m.bytes, m.bytes, m.bytes + 8, 16}), 3,
                     0, bad)),
    CALL(OG_ERR_ARGUMENT, 2,
         og_des_mac_many(OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DES,
                         with(m.des_messages, 2, {m.bytes, nullptr, m.macs[0], nullptr, 8}), 3, 0, m.macs,
                         bad)),
    CALL(OG_ERR_ARGUMENT, any, og_pbkdf2(OG_HASH_SHA1, "p", 1, m.bytes + 19, 8, 1, m.bytes, 20)),
    CALL(OG_ERR_ARGUMENT, any,
         og_pkcs12_kdf(OG_HASH_SHA1, OG_PKCS12_KEY, m.bytes + 19, 2, "s", 1, 1, m.bytes, 20)),
    CALL(OG_ERR_ARGUMENT, any,
         og_pkcs12_kdf(OG_HASH_SHA1, OG_PKCS12_KEY, "p", 1, m.bytes, 9, 1, m.bytes + 8, 20)),
    CALL(OG_ERR_ARGUMENT, 1,
         og_pkcs12_kdf_many(OG_HASH_SHA1, 1,
                            with(m.derivations, 1, {OG_PKCS12_KEY, m.bytes, 1, "s", 1, m.bytes, 20}), 3,
                            bad)),
    CALL(OG_ERR_ARGUMENT, 2,
         og_pkcs12_kdf_many(
             OG_HASH_SHA1, 1,
             with(m.derivations, 2,
                  {OG_PKCS12_KEY, "p", 1, "s", 1, reinterpret_cast<std::uint8_t *>(m.derivations), 20}),
             3, bad)),
    CALL(OG_ERR_ARGUMENT, 3,
         og_crypt_des_many(m.texts, m.texts, 3, reinterpret_cast<char (*)[OG_CRYPT_DES_SIZE]>(m.texts + 1),
                           bad)),
    CALL(OG_ERR_ARGUMENT, 2,
         og_crypt_des_many(with<const char *>(m.texts, 2, m.hashes[1]), salts, 3, m.hashes, bad)),
};

// Nothing is wrong if there is nothing, or if ranges only touch.
const Case right_cases[] = {
    CALL(OG_OK, any, og_sha1_update(&m.sha1, nullptr, 0)),
    CALL(OG_OK, 0, og_sha1_many(nullptr, 0, nullptr, bad)),
    CALL(OG_OK, 0, og_sha1_two_part_many(nullptr, 0, nullptr, bad)),
    CALL(OG_OK, 0, og_sha1_update_many(nullptr, nullptr, 0, bad)),
    CALL(OG_OK, 0, og_sha1dc_many(nullptr, 0, 0, nullptr, nullptr, bad)),
    CALL(OG_OK, 0, og_sha1dc_update_many(nullptr, nullptr, 0, bad)),
    CALL(OG_OK, 0, og_whirlpool_many(nullptr, 0, nullptr, bad)),
    CALL(OG_OK, 0, og_whirlpool_update_many(nullptr, nullptr, 0, bad)),
    CALL(OG_OK, 0, og_crypt_des_many(nullptr, nullptr, 0, nullptr, bad)),
    CALL(OG_OK, 0, og_des_many(OG_DES, OG_CBC, nullptr, 0, 0, bad)),
    CALL(OG_OK, 0, og_pkcs12_kdf_many(OG_HASH_SHA1, 1, nullptr, 0, bad)),
    CALL(OG_OK, 1, og_sha1_update_many(m.sha1s, with(m.messages, 0, {nullptr, 0}), 1, bad)),
};

template <std::size_t n> void expect_all(const Case (&cases)[n]) {
    static Memory before;
    for (const Case &c : cases) {
        SCOPED_TRACE(c.text);
        prepare();
        std::memcpy(static_cast<void *>(&before), &m, sizeof m);
        std::size_t bad = any;
        EXPECT_EQ(c.call(&bad), c.status);
        EXPECT_EQ(bad, c.index);
        describe_inputs();  // with() changed them
        EXPECT_EQ(std::memcmp(&before, &m, sizeof m), 0) << "something was written";
        if (c.index != any) EXPECT_EQ(c.call(nullptr), c.status);
    }
}

TEST(Arguments, Null) { expect_all(null_cases); }
TEST(Arguments, Lengths) { expect_all(length_cases); }
TEST(Arguments, Overlaps) { expect_all(overlap_cases); }
TEST(Arguments, Nothing) { expect_all(right_cases); }
TEST(Arguments, WideLengths) {
    if (sizeof(std::size_t) < 8) GTEST_SKIP() << "32 bits cannot express a length that SHA-1 forbids";
    expect_all(wide_cases);
}

// Messages may end where the digests begin, and begin where they end.
TEST(Arguments, RangesMayTouch) {
    for (const std::size_t n : {1u, 2u}) {  // one message has a shorter way
        std::uint8_t memory[4 * 20] = {};
        og_message before[2], after[2], into[2];
        for (std::size_t i = 0; i < n; i++) {
            before[i] = {memory, 20};
            after[i] = {memory + 20 + 20 * n, 20};
            into[i] = {memory, 21};
        }
        auto *digests = reinterpret_cast<std::uint8_t(*)[20]>(memory + 20);
        EXPECT_EQ(og_sha1_many(before, n, digests, nullptr), OG_OK) << n;
        EXPECT_EQ(og_sha1_many(after, n, digests, nullptr), OG_OK) << n;
        EXPECT_EQ(og_sha1_many(into, n, digests, nullptr), OG_ERR_ARGUMENT) << n;
    }
}

// A password may end where the hashes begin, but its NUL may not be their first byte.
TEST(Arguments, PasswordThatTouchesHashes) {
    struct {
        char text[4];
        char hashes[2][OG_CRYPT_DES_SIZE];
    } memory = {{'x', 'y', 'z', '\0'}, {}};
    const char *const passwords[2] = {"first", memory.text}, *const settings[2] = {"ab", "cd"};
    std::size_t bad = 9;
    EXPECT_EQ(og_crypt_des_many(passwords, settings, 2, memory.hashes, &bad), OG_OK);
    std::memset(&memory, 0, sizeof memory);
    std::memcpy(memory.text, "xyzw", 4);
    EXPECT_EQ(og_crypt_des_many(passwords, settings, 2, memory.hashes, &bad), OG_ERR_ARGUMENT);
    EXPECT_EQ(bad, 1u);
    EXPECT_STREQ(memory.hashes[0], "");
}

// A setting may be a hash, but not one that the call overwrites.
TEST(Arguments, SettingAmongHashes) {
    char hashes[3][OG_CRYPT_DES_SIZE] = {"ab", "cd", "ef"};
    const char *const passwords[2] = {"x", "y"}, *const settings[2] = {hashes[2], hashes[0]};
    std::size_t bad = 9;
    EXPECT_EQ(og_crypt_des_many(passwords, settings, 2, hashes, &bad), OG_ERR_ARGUMENT);
    EXPECT_EQ(bad, 1u);
    EXPECT_STREQ(hashes[0], "ab");
    EXPECT_EQ(og_crypt_des_many(passwords, settings, 1, hashes, &bad), OG_OK);
}

}  // namespace

}  // namespace og::test
