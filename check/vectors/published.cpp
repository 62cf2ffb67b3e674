// SPDX-License-Identifier: MIT
#include "published.hpp"

namespace og::check {

namespace {

std::vector<std::uint8_t> text(std::string_view s) { return {s.begin(), s.end()}; }

std::string repeated(std::string_view s, int times) {
    std::string out;
    while (times-- > 0) out += s;
    return out;
}

}  // namespace

std::vector<std::uint8_t> from_hex(std::string_view hex) {
    const auto digit = [](char c) { return (c & 15) + (c > '9' ? 9 : 0); };
    std::vector<std::uint8_t> out;
    int high = -1;
    for (char c : hex) {
        if (c == ' ') continue;
        if (high < 0) {
            high = digit(c);
        } else {
            out.push_back(static_cast<std::uint8_t>(high << 4 | digit(c)));
            high = -1;
        }
    }
    return out;
}

// NIST's examples with intermediate values for FIPS 180, and the empty message of its byte vectors.
const std::vector<HashVector> &sha1_vectors() {
    static const std::vector<HashVector> all = {
        {"empty", {}, from_hex("da39a3ee 5e6b4b0d 3255bfef 95601890 afd80709")},
        {"abc", text("abc"), from_hex("a9993e36 4706816a ba3e2571 7850c26c 9cd0d89d")},
        {"448 bits", text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
         from_hex("84983e44 1c3bd26e baae4aa1 f95129e5 e54670f1")},
        {"896 bits",
         text("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
              "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
         from_hex("a49b2446 a02c645b f419f995 b6709125 3a04a259")},
    };
    return all;
}

// The files of M. Stevens, E. Bursztein, P. Karpman, A. Albertini, Y. Markov, "The first collision for
// full SHA-1", CRYPTO 2017, and G. Leurent, T. Peyrin, "SHA-1 is a Shambles", USENIX Security 2020:
// both follow II(52,0).
const std::vector<AttackVector> &sha1_attacks() {
    static const std::vector<AttackVector> all = {
        {"SHAttered 1",
         {0x8d64c821, 0xffed52e2, 0xebc85915, 0x5ec7eb36, 0x738a5a7b},
         {0x1eacb25e, 0xd5970d10, 0xf1736963, 0x5771bc3a, 0x17b48ac5},
         from_hex("3c570feb 141398bb 552ef5a0 a82be331 fea48037 b8b5d71f 0e332edf 93ac3500"
                  "eb4ddc0d ecc1a864 790c782c 76215660 dd309791 d06bd0af 3f98cda4 bc4629b1"),
         27},
        {"SHAttered 2",
         {0x8d64d617, 0xffed5352, 0xebc85915, 0x5ec7eb34, 0xf38a5a7b},
         {0x1eacb25e, 0xd5970d10, 0xf1736963, 0x5771bc3a, 0x17b48ac5},
         from_hex("30570fe9 d41398ab e12ef5bc 942be335 42a4802d 98b5d70f 2a332ec3 7fac3514"
                  "e74ddc0f 2cc1a874 cd0c7830 5a215664 61309789 606bd0bf 3f98cda8 044629a1"),
         27},
        {"SHAmbles 1",
         {0x72d42d69, 0xa661589d, 0x73fc2017, 0x3d1dce01, 0x4c7813bc},
         {0xee1db7e4, 0x378cccc8, 0xb4184320, 0xb3fe8873, 0xa7405fe7},
         from_hex("4d41fdd9 5cf24596 64a2ad03 2d1da60a 73264075 d7f1e0d6 c1403ae7 a0d861df"
                  "3fe57071 88dd5e07 d1589b9f 8b663055 3f8fc352 b3e0c27d a80bddba 4c64020d"),
         27},
        {"SHAmbles 2",
         {0x72d43f9b, 0xa661592f, 0x73fc2017, 0x3d1dce03, 0xcc7813bc},
         {0xee1db7e4, 0x378cccc8, 0xb4184320, 0xb3fe8873, 0xa7405fe7},
         from_hex("4141fddb 9cf24586 d0a2ad1f 111da60e cf26406f f7f1e0c6 e5403afb 4cd861cb"
                  "33e57073 48dd5e17 65589b83 a7663051 838fc34a 03e0c26d a80bddb6 f464021d"),
         27},
    };
    return all;
}

// The ISO/IEC 10118-3 test vectors in the designers' package, without the ninth, a million times "a", which
// is too long for one call.
const std::vector<HashVector> &whirlpool_vectors() {
    static const std::vector<HashVector> all = {
        {"empty",
         {},
         from_hex("19FA61D75522A466 9B44E39C1D2E1726 C530232130D407F8 9AFEE0964997F7A7"
                  "3E83BE698B288FEB CF88E3E03C4F0757 EA8964E59B63D937 08B138CC42A66EB3")},
        {"a", text("a"),
         from_hex("8ACA2602792AEC6F 11A67206531FB7D7 F0DFF59413145E69 73C45001D0087B42"
                  "D11BC645413AEFF6 3A42391A39145A59 1A92200D560195E5 3B478584FDAE231A")},
        {"abc", text("abc"),
         from_hex("4E2448A4C6F486BB 16B6562C73B4020B F3043E3A731BCE72 1AE1B303D97E6D4C"
                  "7181EEBDB6C57E27 7D0E34957114CBD6 C797FC9D95D8B582 D225292076D4EEF5")},
        {"message digest", text("message digest"),
         from_hex("378C84A4126E2DC6 E56DCC7458377AAC 838D00032230F53C E1F5700C0FFB4D3B"
                  "8421557659EF55C1 06B4B52AC5A4AAA6 92ED920052838F33 62E86DBD37A8903E")},
        {"alphabet", text("abcdefghijklmnopqrstuvwxyz"),
         from_hex("F1D754662636FFE9 2C82EBB9212A484A 8D38631EAD4238F5 442EE13B8054E41B"
                  "08BF2A9251C30B6A 0B8AAE86177AB4A6 F68F673E7207865D 5D9819A3DBA4EB3B")},
        {"letters and digits", text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
         from_hex("DC37E008CF9EE69B F11F00ED9ABA2690 1DD7C28CDEC066CC 6AF42E40F82F3A1E"
                  "08EBA26629129D8F B7CB57211B9281A6 5517CC879D7B9621 42C65F5A7AF01467")},
        {"80 digits", text(repeated("1234567890", 8)),
         from_hex("466EF18BABB0154D 25B9D38A6414F5C0 8784372BCCB204D6 549C4AFADB601429"
                  "4D5BD8DF2A6C44E5 38CD047B2681A51A 2C60481E88C5A20B 2C2A80CF3A9A083B")},
        {"abcdbcde...", text("abcdbcdecdefdefgefghfghighijhijk"),
         from_hex("2A987EA40F917061 F5D6F0A0E4644F48 8A7A5A52DEEE6562 07C562F988E95C69"
                  "16BDC8031BC5BE1B 7B947639FE050B56 939BAAA0ADFF9AE6 745B7B181C3BE3FD")},
    };
    return all;
}

// FIPS 81, table B1, and rows of the five tables of SP 800-20, appendix A and B.
const std::vector<DesVector> &des_vectors() {
    static const std::vector<DesVector> all = {
        {"FIPS 81 block 1", {0x0123456789abcdef}, 0x4e6f772069732074, 0x3fa40e8a984d4815},
        {"FIPS 81 block 2", {0x0123456789abcdef}, 0x68652074696d6520, 0x6a271787ab8883f9},
        {"FIPS 81 block 3", {0x0123456789abcdef}, 0x666f7220616c6c20, 0x893d51ec4b563b53},
        {"variable plaintext", {0x0101010101010101}, 0x8000000000000000, 0x95f8a5e5dd31d900},
        {"variable key", {0x8001010101010101}, 0, 0x95a8d72813daa94d},
        {"permutation operation", {0x1046913489980131}, 0, 0x88d55e54f54c97b4},
        {"substitution table", {0x7ca110454a1a6e57}, 0x01a1d6d039776742, 0x690f5b0d9a26939b},
    };
    return all;
}

// The self-test strings of UFC-crypt and John the Ripper.
const std::vector<CryptVector> &crypt_vectors() {
    static const std::vector<CryptVector> all = {
        {"U*U*U*U*", "CCNf8Sbh3HDfQ"}, {"U*U***U", "CCX.K.MFy4Ois"}, {"U*U***U*", "CC4rMpbg9AMZ."},
        {"*U*U*U*U", "XXxzOu6maQKqQ"}, {"", "SDbsugeBiC58A"},
    };
    return all;
}

// SP 800-67, revision 1, appendix B.1.
const std::vector<DesVector> &des3_vectors() {
    static constexpr std::uint64_t k1 = 0x0123456789abcdef, k2 = 0x23456789abcdef01, k3 = 0x456789abcdef0123;
    static const std::vector<DesVector> all = {
        {"SP 800-67 block 1", {k1, k2, k3}, 0x5468652071756663, 0xa826fd8ce53b855f},
        {"SP 800-67 block 2", {k1, k2, k3}, 0x6b2062726f776e20, 0xcce21c8112256fe6},
        {"SP 800-67 block 3", {k1, k2, k3}, 0x666f78206a756d70, 0x68d5c05dd9b6b900},
    };
    return all;
}

const std::vector<CbcVector> &cbc_vectors(unsigned keys) {
    // FIPS 81, table C1.
    static const std::vector<CbcVector> single = {
        {"FIPS 81 CBC",
         {0x0123456789abcdef},
         from_hex("1234567890abcdef"),
         text("Now is the time for all "),
         from_hex("e5c7cdde872bf27c 43e934008c389c0f 683788499a7c05f6")},
    };
    // NIST's multi-block message tests, TCBCMMT3.rsp.
    static const std::vector<CbcVector> triple = {
        {"TCBCMMT3 2",
         {0x1a5d4c0825072a15, 0xa8ad9dfdaeda8c04, 0x8adffb85bc4fced0},
         from_hex("7fcfa736f7548b6f"),
         from_hex("983c3edacd939406010e1bc6ff9e12320ac5008117fa8f84"),
         from_hex("d84fa24f38cf451ca2c9adc960120bd8ff9871584fe31cee")},
        {"TCBCMMT3 3",
         {0xd98aadc76d4a3716, 0x158c32866efbb9ce, 0x834af2297379a49d},
         from_hex("3c5220327c502b44"),
         from_hex("6174079dda53ca723ebf00a66837f8d5ce648c08acaa5ee45ffe62210ef79d3e"),
         from_hex("f5bd4d600bed77bec78409e3530ebda1d815506ed53103015b87e371ae000958")},
    };
    return keys == 1 ? single : triple;
}

}  // namespace og::check
