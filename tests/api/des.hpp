// SPDX-License-Identifier: MIT
// DES in all its modes, for the tests.
#pragma once

#include "support.hpp"

#include <ostream>

namespace og::test {

struct Mode {
    og_des_mode mode;
    const char *name;     // as og_des_mode has it
    const char *openssl;  // suffix of OpenSSL's cipher name, or null
    const char *nist;     // folder and prefix of NIST's files, or null
    std::size_t unit;     // bytes that a size must be a multiple of
};

// Keeps GoogleTest from naming tests after the bytes of a Mode.
inline void PrintTo(const Mode &mode, std::ostream *out) { *out << mode.name; }

inline constexpr Mode modes[] = {
    {OG_ECB, "ecb", "ECB", "ECB/TECB", 8},        {OG_CBC, "cbc", "CBC", "CBC/TCBC", 8},
    {OG_CFB1, "cfb1", "CFB1", "CFB/TCFB1", 1},    {OG_CFB8, "cfb8", "CFB8", "CFB/TCFB8", 1},
    {OG_CFB64, "cfb64", "CFB", "CFB/TCFB64", 1},  {OG_OFB, "ofb", "OFB", "OFB/TOFB", 1},
    {OG_CTR, "ctr", nullptr, nullptr, 1},
};

inline constexpr og_des_cipher ciphers[] = {OG_DES, OG_DES_EDE, OG_DES_EDE3};

// One call of og_des_crypt that must succeed. iv is ignored in ECB.
inline Bytes crypt(og_des_cipher cipher, og_des_mode mode, bool encrypt, const Bytes &key,
                   const Bytes &iv, const Bytes &in) {
    Bytes out(in.size() + 1, 0x5a);
    const bool no_iv = mode == OG_ECB;
    EXPECT_EQ(og_des_crypt(cipher, mode, encrypt, key.data(), key.size(),
                           no_iv ? nullptr : iv.data(), no_iv ? 0 : iv.size(), out.data(),
                           in.data(), in.size()),
              OG_OK);
    EXPECT_EQ(out.back(), 0x5a) << "wrote past the end";
    out.pop_back();
    return out;
}

// Runs body with every kernel that serves des.ecb, which serve the other operations of DES as well
// where they can.
template <typename Body>
void with_every_kernel(Body body) {
    for (const std::string &stem : stems("des.ecb")) {
        SCOPED_TRACE(stem);
        const Forced forced("des", stem);
        body();
    }
}

}  // namespace og::test
