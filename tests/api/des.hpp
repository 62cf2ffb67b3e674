// SPDX-License-Identifier: MIT
// The modes and ciphers of DES, for the tests.
#pragma once

#include "support.hpp"

#include <ostream>
#include <set>

namespace og::test {

struct Mode {
    og_des_mode mode;
    const char *name;     // of the og_des_mode
    const char *openssl;  // suffix of OpenSSL's cipher name, or null
    std::size_t unit;     // a size must be a multiple of this, in bytes
};

// Prints a Mode by name. GoogleTest would print its bytes.
inline void PrintTo(const Mode &mode, std::ostream *out) { *out << mode.name; }

inline constexpr Mode modes[] = {
    {OG_ECB, "ecb", "ECB", 8},    {OG_CBC, "cbc", "CBC", 8},     {OG_CFB1, "cfb1", "CFB1", 1},
    {OG_CFB8, "cfb8", "CFB8", 1}, {OG_CFB64, "cfb64", "CFB", 1}, {OG_OFB, "ofb", "OFB", 1},
    {OG_CTR, "ctr", nullptr, 1},
};

inline constexpr og_des_cipher ciphers[] = {OG_DES, OG_DES_EDE, OG_DES_EDE3};

// Returns the result of og_des_crypt, which must succeed. iv is ignored in ECB.
inline Bytes crypt(og_des_cipher cipher, og_des_mode mode, bool encrypt, const Bytes &key, const Bytes &iv,
                   const Bytes &in) {
    Bytes out(in.size() + 1, 0x5a);
    const bool no_iv = mode == OG_ECB;
    EXPECT_EQ(og_des_crypt(cipher, mode, encrypt, key.data(), key.size(), no_iv ? nullptr : iv.data(),
                           no_iv ? 0 : iv.size(), OG_DES_CHECK_NONE, out.data(), in.data(), in.size()),
              OG_OK);
    EXPECT_EQ(out.back(), 0x5a) << "wrote past the end";
    out.pop_back();
    return out;
}

// Returns the stems that serve a mode, for any cipher and direction.
inline std::set<std::string> stems_of(og_des_mode mode) {
    std::set<std::string> all;
    for (const char *op :
         {"des.ecb", "des3.ecb", "des.cbc_enc", "des3.cbc_enc", "des.cbc_dec", "des3.cbc_dec"})
        if ((std::string_view(op).find("cbc") != std::string_view::npos) == (mode == OG_CBC))
            for (const std::string &stem : stems(op)) all.insert(stem);
    return all;
}

// Runs body with each kernel of a mode, forced for all operations of DES that it serves.
template <typename Body> void with_every_kernel(og_des_mode mode, Body body) {
    for (const std::string &stem : stems_of(mode)) {
        SCOPED_TRACE(stem);
        const Forced forced("des", stem);
        body();
    }
}

}  // namespace og::test
