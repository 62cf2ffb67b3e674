// SPDX-License-Identifier: MIT
// Many messages under DES at once, of which some share keys, IVs and input, against one call for
// each.
#include "fuzz.hpp"

#include <algorithm>
#include <array>

namespace og::fuzz {
namespace {

constexpr std::size_t most = 8192;
constexpr std::uint8_t filler = 0xee;

struct Case {
    og_des_cipher cipher;
    std::size_t unit;
    Bytes secrets;  // where keys and IVs come from
    Bytes in, out;
    std::vector<og_des_message> messages;
};

// Gives each message a piece of its own of `out`, and of `in` any piece or, in place, no other one
// than that of `out`.
void take_messages(Input &input, Case &one) {
    check::Rng random = take_random(input);
    one.messages.resize(input.ConsumeIntegralInRange<std::size_t>(0, 600));
    const std::size_t longest = input.ConsumeIntegralInRange<std::size_t>(0, 400);
    const bool in_place = input.ConsumeBool();
    one.secrets = take_bytes(input, 64);
    one.in = take_message(input, most);
    one.in.resize(std::max<std::size_t>(one.in.size(), 8));
    std::size_t used = 0;
    for (og_des_message &message : one.messages) {
        std::size_t size = std::min(random.below(longest + 1), one.in.size());
        size = size / one.unit * one.unit;
        message.key = &one.secrets[random.below(64 - 24 + 1)];
        message.iv = &one.secrets[random.below(64 - 8 + 1)];
        message.in = &one.in[random.below(one.in.size() - size + (size > 0))];
        message.size = size;
        used += size;
    }
    one.out.assign(used + 8, filler);
    std::size_t at = 0;
    for (og_des_message &message : one.messages) {
        message.out = &one.out[at];
        if (in_place && random.coin())
            message.in = std::copy_n(message.in, message.size, message.out) - message.size;
        if (message.size == 0 && random.coin()) message.in = nullptr;
        at += message.size;
    }
}

void check_encryption(Case &one, og_des_mode mode, unsigned checks, bool constant_time) {
    // In place the input is gone afterwards.
    int status = OG_OK;
    std::vector<Bytes> want;
    for (const og_des_message &message : one.messages) {
        Bytes out(message.size);
        const int single = og_des_crypt(one.cipher, mode, 1, message.key, og_des_key_size(one.cipher),
                                        message.iv, 8, checks, out.data(), message.in, message.size);
        status = status == OG_OK ? single : status;
        want.push_back(out);
    }
    const Bytes before = one.out;
    const ConstantTime policy(constant_time);
    expect(og_des_many(one.cipher, mode, one.messages.data(), one.messages.size(), checks, nullptr) == status,
           "status");
    if (status != OG_OK) {
        expect(one.out == before, "written in spite of an error");
        return;
    }
    for (std::size_t i = 0; i < want.size(); i++)
        expect(std::equal(want[i].begin(), want[i].end(), one.messages[i].out), "a message");
    expect(std::equal(one.out.end() - 8, one.out.end(), before.end() - 8), "written beyond the end");
}

void check_macs(const Case &one, og_mac_algorithm algorithm, og_mac_padding padding, bool constant_time) {
    const Bytes before = one.out;
    std::vector<std::array<std::uint8_t, OG_DES_MAC_SIZE>> macs(one.messages.size());
    auto *out = reinterpret_cast<std::uint8_t(*)[OG_DES_MAC_SIZE]>(macs.data());
    {
        const ConstantTime policy(constant_time);
        expect(og_des_mac_many(algorithm, padding, one.cipher, one.messages.data(), macs.size(),
                               OG_DES_CHECK_NONE, out, nullptr) == OG_OK,
               "mac_many");
    }
    for (std::size_t i = 0; i < macs.size(); i++) {
        const og_des_message &message = one.messages[i];
        std::array<std::uint8_t, OG_DES_MAC_SIZE> want;
        expect(og_des_mac(algorithm, padding, one.cipher, message.key, og_des_key_size(one.cipher),
                          message.in, message.size, OG_DES_CHECK_NONE, want.data(), want.size()) == OG_OK,
               "mac");
        expect(macs[i] == want, "a MAC");
    }
    expect(one.out == before, "a MAC writes to out");
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"des"});
    const bool constant_time = input.ConsumeBool();
    const og_des_mode mode = input.PickValueInArray({OG_CBC, OG_CFB64, OG_OFB});
    const unsigned checks = input.ConsumeBool() ? OG_DES_CHECK_NONE : OG_DES_CHECK_WEAK;
    const auto padding = static_cast<og_mac_padding>(input.ConsumeIntegralInRange(1, 3));
    const bool mac = input.ConsumeBool(), retail = input.ConsumeBool();
    Case one;
    one.cipher = static_cast<og_des_cipher>(input.ConsumeIntegralInRange(0, 2));
    if (mac && retail) one.cipher = OG_DES_EDE;
    one.unit = !mac && mode == OG_CBC ? 8 : 1;
    take_messages(input, one);
    if (mac)
        check_macs(one, retail ? OG_MAC_RETAIL : OG_MAC_CBC, padding, constant_time);
    else
        check_encryption(one, mode, checks, constant_time);
    return 0;
}
