// SPDX-License-Identifier: MIT
// DESX compared with OpenSSL's DESX-CBC, and with the other modes built from single blocks of it.
#include "des.hpp"
#include "providers.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <memory>

namespace og::test {

namespace {

// DESX-CBC of OpenSSL under one key.
class Openssl {
public:
    explicit Openssl(const Bytes &key) {
        Providers::load();
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(nullptr, "DESX-CBC", nullptr);
        EXPECT_NE(cipher, nullptr);
        EXPECT_EQ(EVP_CipherInit_ex(ctx_.get(), cipher, nullptr, key.data(), Bytes(8).data(), 1), 1);
        EXPECT_EQ(EVP_CIPHER_CTX_set_padding(ctx_.get(), 0), 1);
        EVP_CIPHER_free(cipher);
    }

    Bytes cbc(bool encrypt, const Bytes &iv, const Bytes &in) {
        Bytes out(in.size() + 8);
        int size = 0;
        EXPECT_EQ(EVP_CipherInit_ex(ctx_.get(), nullptr, nullptr, nullptr, iv.data(), encrypt), 1);
        EXPECT_EQ(EVP_CipherUpdate(ctx_.get(), out.data(), &size, in.data(), static_cast<int>(in.size())), 1);
        out.resize(in.size());
        return out;
    }

    Bytes block(bool encrypt, const Bytes &in) { return cbc(encrypt, Bytes(8), in); }

private:
    std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> ctx_{EVP_CIPHER_CTX_new(),
                                                                         EVP_CIPHER_CTX_free};
};

// SP 800-38A section 6 for feedback of `step` bits (CFB and OFB), and ECB and CTR by blocks.
Bytes by_blocks(Openssl &desx, og_des_mode mode, bool encrypt, const Bytes &iv, const Bytes &in) {
    const std::size_t step = mode == OG_CFB1 ? 1 : mode == OG_CFB8 ? 8 : 64;
    Bytes out(in.size()), input = iv, stream;
    for (std::size_t at = 0; at < 8 * in.size(); at += step) {
        if (mode == OG_ECB)
            stream = desx.block(encrypt, Bytes(in.begin() + static_cast<std::ptrdiff_t>(at / 8),
                                               in.begin() + static_cast<std::ptrdiff_t>(at / 8 + 8)));
        else
            stream = desx.block(true, input);
        for (std::size_t i = 0; i < step && at + i < 8 * in.size(); i++) {
            const auto bit = [](const Bytes &bytes, std::size_t n) {
                return bytes[n / 8] >> (7 - n % 8) & 1;
            };
            const int taken = mode == OG_ECB ? 0 : bit(in, at + i), given = taken ^ bit(stream, i);
            out[(at + i) / 8] |= static_cast<std::uint8_t>(given << (7 - (at + i) % 8));
            if (mode == OG_CTR) continue;
            const int back = mode == OG_OFB ? bit(stream, i) : encrypt ? given : taken;
            for (std::size_t j = 0; j < 8; j++)
                input[j] = static_cast<std::uint8_t>(input[j] << 1 | (j < 7 ? input[j + 1] >> 7 : back));
        }
        for (std::size_t j = 8; mode == OG_CTR && j-- > 0 && ++input[j] == 0;) {
        }
    }
    return out;
}

// The result of a context that gets the data in parts.
Bytes streamed(og_des_mode mode, bool encrypt, const Bytes &key, const Bytes &iv, const Bytes &in,
               std::size_t unit, Rng &rng, bool in_place) {
    og_des_ctx ctx;
    EXPECT_EQ(og_des_init(&ctx, OG_DESX, mode, encrypt, key.data(), 24, iv.data(), mode == OG_ECB ? 0 : 8,
                          OG_DES_CHECK_NONE),
              OG_OK);
    Bytes out = in_place ? in : Bytes(in.size(), 0xee);
    std::size_t at = 0;
    for (std::size_t part : random_split(in.size() / unit, rng)) {
        EXPECT_EQ(og_des_update(&ctx, out.data() + at, (in_place ? out : in).data() + at, unit * part),
                  OG_OK);
        at += unit * part;
    }
    og_des_wipe(&ctx);
    return out;
}

class DesxModes : public testing::TestWithParam<Mode> {};

TEST_P(DesxModes, AsOpenSsl) {
    const Mode &mode = GetParam();
    Rng rng(31, mode.name, 0);
    const bool steps = mode.mode == OG_CFB1 || mode.mode == OG_CFB8;
    std::vector<std::size_t> sizes = {0, 8, 16, 24, 80};
    if (!steps) sizes.insert(sizes.end(), {4096, 8 * 1023, 8 * 1024, 8 * 1025, 8 * 2100});
    if (mode.unit == 1) sizes.insert(sizes.end(), {1, 7, 9, 41});
    for (const std::size_t size : sizes)
        for (const bool encrypt : {true, false}) {
            const Bytes key = rng.bytes(24), iv = rng.bytes(8), in = rng.bytes(size);
            Openssl desx(key);
            const Bytes want =
                mode.mode == OG_CBC ? desx.cbc(encrypt, iv, in) : by_blocks(desx, mode.mode, encrypt, iv, in);
            SCOPED_TRACE(std::to_string(size) + (encrypt ? " bytes, encrypt" : " bytes, decrypt"));
            with_every_kernel(mode.mode, [&] {
                ASSERT_EQ(crypt(OG_DESX, mode.mode, encrypt, key, iv, in), want);
                ASSERT_EQ(streamed(mode.mode, encrypt, key, iv, in, mode.unit, rng, rng.coin()), want);
            });
        }
}

INSTANTIATE_TEST_SUITE_P(Every, DesxModes, testing::ValuesIn(modes),
                         [](const auto &info) { return info.param.name; });

// The checks look at the key of DES and not at the other two.
TEST(Desx, Checks) {
    const Bytes weak(8, 1), strong = from_hex("0123456789abcdef"), iv(8), in(8);
    const auto init = [&](const Bytes &des, const Bytes &inner, unsigned checks) {
        Bytes key = des, out(8);
        key.insert(key.end(), inner.begin(), inner.end());
        key.insert(key.end(), inner.begin(), inner.end());
        return og_des_crypt(OG_DESX, OG_CBC, OG_ENCRYPT, key.data(), 24, iv.data(), 8, checks, out.data(),
                            in.data(), 8);
    };
    EXPECT_EQ(init(strong, weak, OG_DES_CHECK_WEAK), OG_OK);
    EXPECT_EQ(init(weak, strong, OG_DES_CHECK_WEAK), OG_ERR_WEAK_KEY);
    EXPECT_EQ(init(strong, Bytes(8), OG_DES_CHECK_PARITY), OG_OK);
    EXPECT_EQ(init(Bytes(8), strong, OG_DES_CHECK_PARITY), OG_ERR_PARITY);
}

// Functions that have no meaning for DESX refuse it.
TEST(Desx, IsNoCipherOfMacsAndMany) {
    const Bytes key(24, 3);
    og_des_mac_ctx mac;
    og_des_message message = {};
    EXPECT_EQ(og_des_mac_init(&mac, OG_MAC_CBC, OG_MAC_PAD_BIT, OG_DESX, key.data(), 24, 0, 0),
              OG_ERR_ARGUMENT);
    EXPECT_EQ(og_des_many(OG_DESX, OG_CBC, &message, 1, 0, nullptr), OG_ERR_ARGUMENT);
}

}  // namespace

}  // namespace og::test
