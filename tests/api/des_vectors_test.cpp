// SPDX-License-Identifier: MIT
// NIST's Triple-DES files: the five tables of SP 800-20 (whose three keys are equal, so that they
// are single DES as well) and the multi-block messages, in every mode, with every kernel.
#include "des.hpp"

namespace og::test {

namespace {

// Bits "0110..." or hex, as the mode's files write them; bits in all.
struct Text {
    Bytes bytes;
    std::size_t bits;
};

Text text_of(const std::string &field, og_des_mode mode) {
    if (mode != OG_CFB1) {
        Bytes bytes = from_hex(field);
        return {bytes, bytes.size() * 8};
    }
    Text text{Bytes((field.size() + 7) / 8), field.size()};
    for (std::size_t i = 0; i < field.size(); i++)
        if (field[i] == '1') text.bytes[i / 8] |= static_cast<std::uint8_t>(0x80 >> i % 8);
    return text;
}

void expect_crypt(og_des_cipher cipher, const Mode &mode, bool encrypt, const Bytes &key,
                  const Bytes &iv, const Text &in, const Text &out) {
    if (mode.mode != OG_CFB1) {
        EXPECT_EQ(to_hex(crypt(cipher, mode.mode, encrypt, key, iv, in.bytes)),
                  to_hex(out.bytes));
        return;
    }
    og_des_ctx ctx;
    Bytes got(in.bytes.size());
    ASSERT_EQ(og_des_init(&ctx, cipher, mode.mode, encrypt, key.data(), key.size(), iv.data(), 8,
                          OG_DES_CHECK_NONE),
              OG_OK);
    ASSERT_EQ(og_des_update_bits(&ctx, got.data(), in.bytes.data(), in.bits), OG_OK);
    EXPECT_EQ(to_hex(got), to_hex(out.bytes)) << in.bits << " bits";
    og_des_wipe(&ctx);
}

Bytes joined(const Bytes &a, const Bytes &b) {
    Bytes all = a;
    all.insert(all.end(), b.begin(), b.end());
    return all;
}

void expect_record(const Record &record, const Mode &mode) {
    const bool encrypt = record.section == "ENCRYPT";
    SCOPED_TRACE(record.section + " COUNT = " + record.at("COUNT"));
    const Text plain = text_of(record.at("PLAINTEXT"), mode.mode);
    const Text cipher = text_of(record.at("CIPHERTEXT"), mode.mode);
    const Text &in = encrypt ? plain : cipher, &out = encrypt ? cipher : plain;
    const Bytes iv = mode.mode == OG_ECB ? Bytes() : record.bytes("IV");
    const Bytes k1 = record.bytes(record.has("KEYs") ? "KEYs" : "KEY1");
    const Bytes k2 = record.has("KEYs") ? k1 : record.bytes("KEY2");
    const Bytes k3 = record.has("KEYs") ? k1 : record.bytes("KEY3");
    expect_crypt(OG_DES_EDE3, mode, encrypt, joined(joined(k1, k2), k3), iv, in, out);
    if (k1 == k3) expect_crypt(OG_DES_EDE, mode, encrypt, joined(k1, k2), iv, in, out);
    if (k1 == k2 && k2 == k3) expect_crypt(OG_DES, mode, encrypt, k1, iv, in, out);
}

class NistDes : public testing::TestWithParam<Mode> {};

TEST_P(NistDes, Files) {
    const Mode &mode = GetParam();
    for (const char *kind : {"vartext", "invperm", "varkey", "permop", "subtab", "MMT1", "MMT2",
                             "MMT3"}) {
        const std::string name = std::string(mode.nist) + kind + ".rsp";
        SCOPED_TRACE(name);
        const auto records = read_records(nist_file("ciphers/3DES/" + name), "COUNT");
        with_every_kernel([&] {
            for (const Record &record : records) expect_record(record, mode);
        });
    }
}

INSTANTIATE_TEST_SUITE_P(Modes, NistDes,
                         testing::Values(modes[0], modes[1], modes[2], modes[3], modes[4],
                                         modes[5]),
                         [](const auto &info) { return info.param.name; });

TEST(NistDesCtr, Examples) {
    for (Record record : read_records(vector_file("tdes_ctr.rsp"), "COUNT"))
        with_every_kernel([&] {
            expect_record(record, modes[6]);
            record.section = "DECRYPT";
            expect_record(record, modes[6]);
        });
}

}  // namespace

}  // namespace og::test
