// SPDX-License-Identifier: MIT
// DES in all modes, in parts, in place or not, through any kernel, against OpenSSL.
#include "openssl.hpp"

#include <algorithm>
#include <functional>

namespace og::fuzz {
namespace {

constexpr std::size_t most = 10000, most_steps = 300;
constexpr std::uint8_t filler = 0xee;

struct Mode {
    og_des_mode mode;
    const char *openssl;  // NULL: OpenSSL lacks it
    std::size_t unit;     // a size is a multiple of it
};

constexpr Mode modes[] = {
    {OG_ECB, "ECB", 8},   {OG_CBC, "CBC", 8}, {OG_CFB1, "CFB1", 1}, {OG_CFB8, "CFB8", 1},
    {OG_CFB64, "CFB", 1}, {OG_OFB, "OFB", 1}, {OG_CTR, nullptr, 1},
};

// Returns what SP 800-38A, section 6.5, makes of a message, with a counter of 64 bits.
Bytes counter_mode(const Bytes &key, const Bytes &iv, const Bytes &in) {
    std::uint64_t counter = 0;
    for (std::uint8_t byte : iv) counter = counter << 8 | byte;
    Bytes stream;
    for (; stream.size() < in.size(); counter++)
        for (int shift = 56; shift >= 0; shift -= 8)
            stream.push_back(static_cast<std::uint8_t>(counter >> shift));
    stream = openssl_des("ECB", true, key, iv, stream);
    stream.resize(in.size());
    std::transform(in.begin(), in.end(), stream.begin(), stream.begin(), std::bit_xor<>());
    return stream;
}

struct Case {
    og_des_cipher cipher;
    Mode mode;
    bool encrypt;
    Bytes key, iv;
    std::size_t iv_size() const { return mode.mode == OG_ECB ? 0 : 8; }
};

og_des_ctx start(const Case &one) {
    og_des_ctx ctx;
    expect(og_des_init(&ctx, one.cipher, one.mode.mode, one.encrypt, one.key.data(), one.key.size(),
                       one.iv.data(), one.iv_size(), OG_DES_CHECK_NONE) == OG_OK,
           "init");
    return ctx;
}

void check_parts(const Case &one, const std::vector<std::size_t> &parts, const Bytes &message,
                 const Bytes &want, bool in_place) {
    static Edge in_edge(most), out_edge(most);
    const std::uint8_t *in = in_edge.hold(message);
    std::uint8_t *out = in_place ? in_edge.hold(message) : out_edge.hold(Bytes(message.size(), filler));
    og_des_ctx ctx = start(one);
    std::size_t at = 0;
    for (std::size_t part : parts) {
        expect(og_des_update(&ctx, out + at, in + at, part) == OG_OK, "update");
        at += part;
        expect(std::equal(out, out + at, want.begin()), "parts");
        const auto rest = in_place ? Bytes(message.begin() + static_cast<std::ptrdiff_t>(at), message.end())
                                   : Bytes(message.size() - at, filler);
        expect(std::equal(rest.begin(), rest.end(), out + at), "bytes beyond the part");
    }
    og_des_wipe(&ctx);
}

// Checks a bit string that ends inside a byte. The other bits of that byte stay.
void check_bits(const Case &one, const Bytes &message, const Bytes &want, std::size_t bits) {
    og_des_ctx ctx = start(one);
    Bytes out(message.size(), filler);
    expect(og_des_update_bits(&ctx, out.data(), message.data(), bits) == OG_OK, "update_bits");
    for (std::size_t i = 0; i < 8 * message.size(); i++) {
        const auto bit = [&](const std::uint8_t byte) { return byte >> (7 - i % 8) & 1; };
        expect(bit(out[i / 8]) == (i < bits ? bit(want[i / 8]) : bit(filler)), "a bit");
    }
    og_des_wipe(&ctx);
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"des"});
    const bool constant_time = input.ConsumeBool();
    Case one;
    one.cipher = static_cast<og_des_cipher>(input.ConsumeIntegralInRange(0, 2));
    one.mode = input.PickValueInArray(modes);
    one.encrypt = input.ConsumeBool();
    const bool in_place = input.ConsumeBool(), near_wrap = input.ConsumeBool();
    one.key = take_bytes(input, og_des_key_size(one.cipher));
    one.iv = take_bytes(input, 8);
    if (near_wrap)  // of a counter
        std::fill_n(one.iv.begin(), 7, 0xff);
    // A step of these modes, which takes a block, is one bit or one byte.
    const bool steps = one.mode.mode == OG_CFB1 || one.mode.mode == OG_CFB8;
    Bytes message = take_message(input, steps ? most_steps : most);
    message.resize(message.size() / one.mode.unit * one.mode.unit);
    const auto parts = take_parts(input, message.size(), one.mode.unit);

    const Bytes want = one.mode.openssl == nullptr
                           ? counter_mode(one.key, one.iv, message)
                           : openssl_des(one.mode.openssl, one.encrypt, one.key, one.iv, message);
    const ConstantTime policy(constant_time);
    Bytes got(message.size());
    const int status =
        og_des_crypt(one.cipher, one.mode.mode, one.encrypt, one.key.data(), one.key.size(), one.iv.data(),
                     one.iv_size(), OG_DES_CHECK_NONE, got.data(), message.data(), message.size());
    if (constant_time && status == OG_ERR_NO_KERNEL)
        return 0;  // the modes in which a block waits for the one before
    expect(status == OG_OK && got == want, "one call");
    check_parts(one, parts, message, want, in_place);
    if (one.mode.mode == OG_CFB1)
        check_bits(one, message, want, input.ConsumeIntegralInRange<std::size_t>(0, 8 * message.size()));
    return 0;
}
