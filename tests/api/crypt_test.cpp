// SPDX-License-Identifier: MIT
// crypt(3) compared with libxcrypt, with every kernel: hashes, truncation, refused settings.
#include "support.hpp"

#include <crypt.h>

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

namespace og::test {

namespace {

using Hash = std::optional<std::string>;

Hash ours(const std::string &password, const std::string &setting) {
    char out[OG_CRYPT_DES_SIZE + 1];
    std::memset(out, 0x5a, sizeof out);
    const int status = og_crypt_des(password.c_str(), setting.c_str(), out);
    EXPECT_EQ(out[OG_CRYPT_DES_SIZE], 0x5a) << "wrote past the end";
    if (status == OG_OK) {
        EXPECT_EQ(std::strlen(out), OG_CRYPT_DES_SIZE - 1u);
        return out;
    }
    EXPECT_EQ(status, OG_ERR_SALT);
    for (char c : out) EXPECT_EQ(c, 0x5a) << "wrote on an error";
    return std::nullopt;
}

// libxcrypt returns "*0" on failure.
Hash by_libxcrypt(const std::string &password, const std::string &setting) {
    static const auto data = std::make_unique<crypt_data>();
    const std::string hash = crypt_r(password.c_str(), setting.c_str(), data.get());
    return hash[0] == '*' ? Hash() : Hash(hash);
}

constexpr std::string_view digits = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

std::string random_password(Rng &rng) {
    std::string password;
    for (std::size_t size = rng.below(20); password.size() < size;)
        if (const auto c = static_cast<char>(rng.next())) password += c;
    return password;
}

TEST(Crypt, LikeLibxcrypt) {
    for (const std::string &stem : stems("des.crypt25")) {
        SCOPED_TRACE(stem);
        const Forced forced("des.crypt25", stem);
        Rng rng(1);
        // The reference kernel is slow and gets fewer passwords and salts.
        const int count = stem == "des_c_ref" ? 300 : 10000;
        for (int i = 0; i < count; i++) {
            const std::string password = random_password(rng);
            const std::string salt{digits[rng.below(64)], digits[rng.below(64)]};
            const Hash want = by_libxcrypt(password, salt);
            ASSERT_TRUE(want) << to_hex(password.data(), password.size()) << " " << salt;
            ASSERT_EQ(ours(password, salt), want) << to_hex(password.data(), password.size()) << " " << salt;
            ASSERT_EQ(ours(password, *want), want) << "the hash as setting";
        }
    }
}

TEST(Crypt, EverySalt) {
    for (char low : digits)
        for (char high : digits) {
            const std::string salt{low, high};
            ASSERT_EQ(ours("secret", salt), by_libxcrypt("secret", salt)) << salt;
        }
}

TEST(Crypt, EightCharactersOfSevenBits) {
    EXPECT_EQ(ours("password", "ab"), "abJnggxhB/yWI");
    EXPECT_EQ(ours("password and more", "ab"), "abJnggxhB/yWI");
    EXPECT_EQ(ours("passwor\xe4", "ab"), "abJnggxhB/yWI") << "'d' with its highest bit set";
    EXPECT_NE(ours("passwor", "ab"), "abJnggxhB/yWI");
    EXPECT_EQ(ours(std::string(511, 'x'), "ab"), by_libxcrypt(std::string(511, 'x'), "ab"));
}

// Every byte in every place of a setting, and every length up to 13.
TEST(Crypt, Settings) {
    for (std::size_t place = 0; place < 13; place++)
        for (int c = 1; c < 256; c++) {
            std::string setting = "abJnggxhB/yWI";
            setting[place] = static_cast<char>(c);
            // In libxcrypt, "_" starts the setting of another method.
            const Hash want = setting[0] == '_' ? Hash() : by_libxcrypt("x", setting);
            ASSERT_EQ(ours("x", setting), want) << "byte " << c << " at " << place;
        }
    for (std::size_t size = 0; size <= 13; size++) {
        const std::string setting(size, 'b');
        ASSERT_EQ(ours("x", setting), by_libxcrypt("x", setting)) << size;
    }
    EXPECT_EQ(ours("x", std::string(14, 'b')), std::nullopt) << "that would be bigcrypt";
    EXPECT_EQ(ours("x", "*0"), std::nullopt);
    EXPECT_EQ(ours("x", "_J9..rasm"), std::nullopt);
    EXPECT_EQ(ours("x", "$1$salt"), std::nullopt);
}

TEST(Crypt, WrongCalls) {
    char out[OG_CRYPT_DES_SIZE] = "unwritten";
    EXPECT_EQ(og_crypt_des(nullptr, "ab", out), OG_ERR_NULL);
    EXPECT_EQ(og_crypt_des("x", nullptr, out), OG_ERR_NULL);
    EXPECT_EQ(og_crypt_des("x", "ab", nullptr), OG_ERR_NULL);
    const Policy policy(OG_POLICY_CONSTANT_TIME);
    EXPECT_EQ(og_crypt_des(nullptr, "ab", out), OG_ERR_NULL);
    EXPECT_STREQ(out, "unwritten");
}

TEST(Crypt, ConstantTime) {
    const Policy policy(OG_POLICY_CONSTANT_TIME);
    EXPECT_EQ(ours("password", "ab"), "abJnggxhB/yWI");
}

// The hash may overwrite the password and the setting, under every policy.
TEST(Crypt, InPlace) {
    for (const og_policy each : {OG_POLICY_FASTEST, OG_POLICY_CONSTANT_TIME}) {
        const Policy policy(each);
        for (int shift = -OG_CRYPT_DES_SIZE; shift <= OG_CRYPT_DES_SIZE; shift++) {
            char memory[3 * OG_CRYPT_DES_SIZE] = {};
            char *const text = memory + OG_CRYPT_DES_SIZE, *const out = text + shift;
            std::strcpy(text, "ab");
            EXPECT_EQ(og_crypt_des("password", text, out), OG_OK);
            EXPECT_STREQ(out, "abJnggxhB/yWI") << shift;
            std::strcpy(text, "password");
            EXPECT_EQ(og_crypt_des(text, "ab", out), OG_OK);
            EXPECT_STREQ(out, "abJnggxhB/yWI") << shift;
        }
    }
}

// Any number of passwords by each kernel of an operation. one_salt: all have one salt, or all but the last,
// else each has its own.
void expect_like_libxcrypt(const char *op, bool one_salt) {
    for (const std::string &stem : stems(op)) {
        SCOPED_TRACE(stem);
        const Forced forced(op, stem);
        Rng rng(2);
        for (std::size_t n : {0,  1,  2,   19,  20,  21,  24,  31,  32,  33,  63,  64,
                              65, 84, 127, 128, 129, 152, 255, 256, 257, 276, 300, 600}) {
            std::vector<std::string> passwords, settings;
            std::vector<const char *> p, s;
            for (std::size_t i = 0; i < n; i++) {
                passwords.push_back(random_password(rng));
                const bool same = one_salt && i > 0 && (i + 1 < n || n % 2 == 0);
                settings.push_back(same ? settings[0]
                                        : std::string{digits[rng.below(64)], digits[rng.below(64)]});
            }
            for (std::size_t i = 0; i < n; i++) {
                p.push_back(passwords[i].c_str());
                s.push_back(settings[i].c_str());
            }
            std::vector<std::array<char, OG_CRYPT_DES_SIZE>> out(n + 1);
            out[n].fill('?');
            ASSERT_EQ(og_crypt_des_many(p.data(), s.data(), n,
                                        reinterpret_cast<char(*)[OG_CRYPT_DES_SIZE]>(out[0].data()), nullptr),
                      OG_OK);
            for (std::size_t i = 0; i < n; i++)
                ASSERT_EQ(out[i].data(), *by_libxcrypt(passwords[i], settings[i])) << i << " of " << n;
            EXPECT_EQ(out[n][0], '?');
        }
    }
}

TEST(CryptMany, LikeLibxcrypt) { expect_like_libxcrypt("des.crypt_lanes", false); }

TEST(CryptMany, OneSaltLikeLibxcrypt) {
    expect_like_libxcrypt("des.one_salt_lanes", true);
    expect_like_libxcrypt("des.crypt_lanes", true);
}

TEST(CryptMany, WrongCalls) {
    char out[40][OG_CRYPT_DES_SIZE] = {"unwritten"};
    std::vector<const char *> passwords(40, "x"), settings(40, "ab");
    EXPECT_EQ(og_crypt_des_many(nullptr, settings.data(), 40, out, nullptr), OG_ERR_NULL);
    EXPECT_EQ(og_crypt_des_many(passwords.data(), nullptr, 40, out, nullptr), OG_ERR_NULL);
    EXPECT_EQ(og_crypt_des_many(passwords.data(), settings.data(), 40, nullptr, nullptr), OG_ERR_NULL);
    std::size_t bad = 0;
    EXPECT_EQ(og_crypt_des_many(passwords.data(), settings.data(), 40, nullptr, &bad), OG_ERR_NULL);
    EXPECT_EQ(bad, 40u);
    settings[39] = "a";
    EXPECT_EQ(og_crypt_des_many(passwords.data(), settings.data(), 40, out, &bad), OG_ERR_SALT);
    EXPECT_EQ(bad, 39u);
    settings[17] = nullptr;
    EXPECT_EQ(og_crypt_des_many(passwords.data(), settings.data(), 40, out, &bad), OG_ERR_NULL);
    EXPECT_EQ(bad, 17u);
    EXPECT_EQ(og_crypt_des_many(nullptr, nullptr, 0, nullptr, nullptr), OG_OK);
    EXPECT_STREQ(out[0], "unwritten");
}

// The extended form of BSDi.
std::string bsdi_setting(Rng &rng, std::uint32_t count) {
    std::string setting = "_";
    for (int i = 0; i < 4; i++) setting += digits[count >> 6 * i & 63];
    for (int i = 0; i < 4; i++) setting += digits[rng.below(64)];
    return setting;
}

TEST(CryptBsdi, PublishedHashes) {
    const char *const known[][2] = {
        {"_J9..rasmBYk8r9AiWNc", "rasmuslerdorf"},     {"_J9..CCCCXBrJUJV154M", "U*U*U*U*"},
        {"_J9..XXXXsqM/YSSP..Y", "*U*U*U*U*"},         {"_J9..XXXXVL7qJCnku0I", "*U*U*U*U*U*U*U*U"},
        {"_J9..XXXXAj8cFbP5scI", "*U*U*U*U*U*U*U*U*"}, {"_K9..SaltNrQgIYUAeoY", "726 even"}};
    for (const auto &[hash, password] : known) {
        char out[1][OG_CRYPT_BSDI_SIZE];
        ASSERT_EQ(og_crypt_bsdi_many(&password, &hash, 1, out, nullptr), OG_OK);
        EXPECT_STREQ(out[0], hash);
    }
}

TEST(CryptBsdi, PasswordsHaveALimit) {
    const std::string longest(511, 'a'), longer(512, 'a');
    const char *passwords[] = {longest.c_str(), longer.c_str()};
    const char *const settings[] = {"_/...rasm", "_/...rasm"};
    char out[2][OG_CRYPT_BSDI_SIZE] = {"unwritten"};
    std::size_t bad;
    EXPECT_EQ(og_crypt_bsdi_many(passwords, settings, 2, out, &bad), OG_ERR_TOO_LONG);
    EXPECT_EQ(bad, 1u);
    EXPECT_STREQ(out[0], "unwritten");
    EXPECT_EQ(og_crypt_bsdi_many(passwords, settings, 1, out, &bad), OG_OK);
}

// Any number of passwords of any length, each with its own salt and count.
TEST(CryptBsdi, LikeLibxcrypt) {
    for (const std::string &stem : stems("des.bsdi_lanes")) {
        SCOPED_TRACE(stem);
        const Forced forced("des.bsdi_lanes", stem);
        Rng rng(3);
        for (std::size_t n : {0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300}) {
            std::vector<std::string> passwords, settings;
            std::vector<const char *> p, s;
            for (std::size_t i = 0; i < n; i++) {
                std::string password;
                for (std::size_t size = rng.below(5) == 0 ? rng.below(60) : rng.below(20);
                     password.size() < size;)
                    if (const auto c = static_cast<char>(rng.next())) password += c;
                passwords.push_back(password);
                settings.push_back(bsdi_setting(rng, rng.below(40)));
            }
            for (std::size_t i = 0; i < n; i++) {
                p.push_back(passwords[i].c_str());
                s.push_back(settings[i].c_str());
            }
            std::vector<std::array<char, OG_CRYPT_BSDI_SIZE>> out(n + 1);
            out[n].fill('?');
            ASSERT_EQ(og_crypt_bsdi_many(p.data(), s.data(), n,
                                         reinterpret_cast<char(*)[OG_CRYPT_BSDI_SIZE]>(out[0].data()),
                                         nullptr),
                      OG_OK);
            for (std::size_t i = 0; i < n; i++)
                ASSERT_EQ(out[i].data(), *by_libxcrypt(passwords[i], settings[i])) << i << " of " << n;
            EXPECT_EQ(out[n][0], '?');
        }
    }
}

// Every byte in every place of a setting, and every length.
TEST(CryptBsdi, Settings) {
    Rng rng(4);
    EXPECT_EQ(og_crypt_bsdi_count(nullptr), 0u);
    EXPECT_EQ(og_crypt_bsdi_count("_zzzzsalt"), 0xffffffu);
    for (const std::uint32_t count : {1u, 63u, 64u, 725u, 4096u, 262144u, 0xfffffeu})
        EXPECT_EQ(og_crypt_bsdi_count(bsdi_setting(rng, count).c_str()), count);
    for (std::size_t place = 0; place < 20; place++)
        for (int c = 1; c < 256; c++) {
            std::string setting = "_1...saltBYk8r9AiWNc";
            setting[place] = static_cast<char>(c);
            const bool high = place > 1 && place < 5;  // counts that libxcrypt takes minutes for
            const bool digit = digits.find(static_cast<char>(c)) != digits.npos;
            const bool right = place == 0 ? c == '_' : high ? digit : by_libxcrypt("x", setting).has_value();
            ASSERT_EQ(og_crypt_bsdi_count(setting.c_str()) > 0, right) << "byte " << c << " at " << place;
        }
    const std::string hash = "_1...saltBYk8r9AiWNcx";
    for (std::size_t size = 0; size <= hash.size(); size++)
        EXPECT_EQ(og_crypt_bsdi_count(hash.substr(0, size).c_str()) > 0, size >= 9 && size <= 20) << size;
    EXPECT_EQ(og_crypt_bsdi_count("_....salt"), 1u);
}

TEST(CryptBsdi, ConstantTime) {
    const Policy policy(OG_POLICY_CONSTANT_TIME);
    const char *const password = "rasmuslerdorf", *const setting = "_J9..rasm";
    char out[1][OG_CRYPT_BSDI_SIZE];
    ASSERT_EQ(og_crypt_bsdi_many(&password, &setting, 1, out, nullptr), OG_OK);
    EXPECT_STREQ(out[0], "_J9..rasmBYk8r9AiWNc");
}

TEST(CryptBsdi, WrongCalls) {
    char out[3][OG_CRYPT_BSDI_SIZE] = {"unwritten"};
    const char *passwords[3] = {"x", "y", "z"}, *settings[3] = {"_1...salt", "_1...salt", "_1...sal"};
    std::size_t bad = 0;
    EXPECT_EQ(og_crypt_bsdi_many(nullptr, settings, 3, out, nullptr), OG_ERR_NULL);
    EXPECT_EQ(og_crypt_bsdi_many(passwords, nullptr, 3, out, nullptr), OG_ERR_NULL);
    EXPECT_EQ(og_crypt_bsdi_many(passwords, settings, 3, nullptr, &bad), OG_ERR_NULL);
    EXPECT_EQ(bad, 3u);
    EXPECT_EQ(og_crypt_bsdi_many(passwords, settings, 3, out, &bad), OG_ERR_SALT);
    EXPECT_EQ(bad, 2u);
    settings[1] = "ab";
    EXPECT_EQ(og_crypt_bsdi_many(passwords, settings, 3, out, &bad), OG_ERR_SALT);
    EXPECT_EQ(bad, 1u);
    passwords[0] = out[2];
    EXPECT_EQ(og_crypt_bsdi_many(passwords, settings, 3, out, &bad), OG_ERR_ARGUMENT);
    EXPECT_EQ(bad, 0u);
    EXPECT_EQ(og_crypt_bsdi_many(nullptr, nullptr, 0, nullptr, nullptr), OG_OK);
    EXPECT_STREQ(out[0], "unwritten");
}

}  // namespace

}  // namespace og::test
