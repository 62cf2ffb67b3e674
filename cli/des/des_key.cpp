// SPDX-License-Identifier: MIT
#include "des_key.hpp"

#include "exit_status.hpp"
#include "key_file.hpp"
#include "text/messages.hpp"

#include <algorithm>

namespace og::cli {
namespace {

// Returns whether two keys are equal except for their parity bits, which DES ignores.
bool same_key(const std::uint8_t *a, const std::uint8_t *b) {
    unsigned difference = 0;
    for (std::size_t i = 0; i < OG_DES_KEY_SIZE; i++) difference |= (a[i] ^ b[i]) & 0xfeu;
    return difference == 0;
}

// Makes the checks of og_des_init for each key of DES, so that the message can name the key.
bool acceptable(const DesOptions &options, std::string_view source, og_des_cipher cipher,
                const KeyBytes &key) {
    const std::size_t count = cipher == OG_DESX ? 1 : og_des_key_size(cipher) / OG_DES_KEY_SIZE;
    for (std::size_t i = 0; i < count; i++) {
        const std::uint8_t *one = key.data() + i * OG_DES_KEY_SIZE;
        std::string which = count == 1 ? "the key" : fmt::format("key {} of {}", i + 1, count);
        if (options.check_parity && og_des_key_has_parity(one) == 0) {
            complain("des", fmt::format("{}: {} does not have odd parity in every byte "
                                        "(--check-parity)",
                                        source, which));
            return false;
        }
        if (options.check_weak && og_des_key_is_weak(one) == 1) {
            complain("des",
                     fmt::format("{}: {} is a weak or semi-weak DES key (--check-weak)", source, which));
            return false;
        }
    }
    for (std::size_t i = 1; options.check_weak && i < count; i++) {
        const std::uint8_t *one = key.data() + i * OG_DES_KEY_SIZE;
        if (same_key(one - OG_DES_KEY_SIZE, one)) {
            complain("des", fmt::format("{}: two equal consecutive keys reduce Triple DES to "
                                        "single DES (--check-weak)",
                                        source));
            return false;
        }
    }
    return true;
}

}  // namespace

bool one_key_given(const DesOptions &options) {
    if (options.key_file.empty() != options.key_hex.empty()) return true;
    complain_usage(options.command, options.key_file.empty() ? "a key is required: --key-file or --key-hex"
                                                             : "--key-file and --key-hex cannot be combined");
    return false;
}

int read_key(const DesOptions &options, og_des_cipher cipher, std::string_view taker, KeyBytes &key,
             Pem *pem) {
    const std::size_t size = og_des_key_size(cipher);
    const bool from_file = !options.key_file.empty();
    const std::string source = from_file ? "--key-file " + shell_quoted(options.key_file) : "--key-hex";
    if (!options.key_fill.empty()) {
        const std::string wrong = from_file ? short_key_file(options.key_file, taker, size, key.data())
                                            : short_key(options.key_hex, taker, size, key.data());
        if (!wrong.empty()) complain("des", source + ": " + wrong);
        if (!wrong.empty()) return exit_failed;
    } else if (from_file) {
        if (!read_key_file(source, options.key_file, taker, size, key.data(), pem)) return exit_failed;
        if (pem != nullptr && pem->size > 0) return exit_ok;
    } else if (const std::string wrong = decode_key(options.key_hex, taker, size, key.data());
               !wrong.empty()) {
        complain_usage(options.command, source + ": " + wrong);
        return exit_usage;
    }
    return acceptable(options, source, cipher, key) ? exit_ok : exit_failed;
}

bool read_iv(const DesOptions &options, std::array<std::uint8_t, 8> &iv) {
    const std::string wrong = decode_key(options.iv, "a block", iv.size(), iv.data());
    if (!wrong.empty()) complain_usage(options.command, "--iv: " + wrong);
    return wrong.empty();
}

}  // namespace og::cli
