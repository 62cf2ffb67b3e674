// SPDX-License-Identifier: MIT
// One context for many messages, which start again under the same key, and messages that go on in another
// context. DESX, too. Compared with a call for each message, and in CBC with OpenSSL.
#include "openssl.hpp"

#include <algorithm>

namespace og::fuzz {
namespace {

constexpr std::size_t most = 3000, most_steps = 100;

struct Keyed {
    og_des_cipher cipher;
    og_des_mode mode;
    Bytes key;
    std::size_t unit() const { return mode == OG_ECB || mode == OG_CBC ? 8 : 1; }
    std::size_t iv_size() const { return mode == OG_ECB ? 0 : 8; }
};

Bytes wanted(const Keyed &keyed, bool encrypt, const Bytes &iv, const Bytes &message) {
    if (keyed.mode == OG_CBC && keyed.cipher == OG_DESX)
        return openssl_cipher("DESX-CBC", encrypt, keyed.key, iv, message);
    if (keyed.mode == OG_CBC) return openssl_des("CBC", encrypt, keyed.key, iv, message);
    Bytes out(message.size());
    expect(og_des_crypt(keyed.cipher, keyed.mode, encrypt, keyed.key.data(), keyed.key.size(), iv.data(),
                        keyed.iv_size(), OG_DES_CHECK_NONE, out.data(), message.data(),
                        message.size()) == OG_OK,
           "one call");
    return out;
}

// Moves the message to the other context, which is in the middle of another message.
void move(const og_des_ctx &from, og_des_ctx &to, bool encrypt, const Bytes &other_iv) {
    std::uint8_t iv[8];
    unsigned used = 8;
    expect(og_des_get_position(&from, iv, &used) == OG_OK && used < 8, "get_position");
    expect(og_des_restart(&to, encrypt, other_iv.data(), 8) == OG_OK, "restart of the other");
    expect(og_des_set_position(&to, iv, used) == OG_OK, "set_position");
}

void check_message(Input &input, const Keyed &keyed, og_des_ctx (&contexts)[2], std::size_t &now) {
    const bool encrypt = input.ConsumeBool(), in_place = input.ConsumeBool();
    const Bytes iv = take_bytes(input, 8), other_iv = take_bytes(input, 8);
    const bool steps = keyed.mode == OG_CFB1 || keyed.mode == OG_CFB8;
    Bytes message = take_message(input, steps ? most_steps : most);
    message.resize(message.size() / keyed.unit() * keyed.unit());
    const auto parts = take_parts(input, message.size(), keyed.unit());
    const Bytes want = wanted(keyed, encrypt, iv, message);

    static Edge in_edge(most), out_edge(most);
    const std::uint8_t *in = in_edge.hold(message);
    std::uint8_t *out = in_place ? in_edge.hold(message) : out_edge.hold(Bytes(message.size()));
    expect(og_des_restart(&contexts[now], encrypt, iv.data(), keyed.iv_size()) == OG_OK, "restart");
    std::size_t at = 0;
    for (std::size_t part : parts) {
        expect(og_des_update(&contexts[now], out + at, in + at, part) == OG_OK, "update");
        at += part;
        if (keyed.mode != OG_ECB && input.ConsumeBool()) {
            move(contexts[now], contexts[1 - now], encrypt, other_iv);
            now = 1 - now;
        }
    }
    expect(std::equal(want.begin(), want.end(), out), "another result");
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"des"});
    Keyed keyed;
    keyed.cipher = static_cast<og_des_cipher>(input.ConsumeIntegralInRange(0, 3));
    keyed.mode = static_cast<og_des_mode>(input.ConsumeIntegralInRange(0, 6));
    keyed.key = take_bytes(input, og_des_key_size(keyed.cipher));
    const Bytes iv(8);
    og_des_ctx contexts[2];
    for (og_des_ctx &ctx : contexts)
        expect(og_des_init(&ctx, keyed.cipher, keyed.mode, 1, keyed.key.data(), keyed.key.size(), iv.data(),
                           keyed.iv_size(), OG_DES_CHECK_NONE) == OG_OK,
               "init");
    std::size_t now = 0;
    for (int messages = 0; messages < 6 && input.remaining_bytes() > 0; messages++)
        check_message(input, keyed, contexts, now);
    return 0;
}
