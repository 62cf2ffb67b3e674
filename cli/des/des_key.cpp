// SPDX-License-Identifier: MIT
#include "des_key.hpp"

#include "hex.hpp"
#include "input.hpp"
#include "messages.hpp"

#include <algorithm>

namespace og::cli {
namespace {

// Two of the longest key in hexadecimal are 96 characters: what is longer is no key.
using KeyText = Secret<128>;

// Decodes exactly 2 * size digits; otherwise says what is wrong. `source` is the option, or the
// option and the file. Never repeats the text: it may be a key.
bool decode(std::string_view source, std::string_view text, std::size_t size,
            std::string_view taker, std::uint8_t *bytes) {
    std::size_t digits = hex_digits(text);
    if (digits != text.size())
        complain("des", fmt::format("{}: character {} is not a hexadecimal digit", source,
                                    digits + 1));
    else if (digits % 2 != 0)
        complain("des", fmt::format("{}: an odd number of hexadecimal digits ({}); {} takes {}",
                                    source, digits, taker, 2 * size));
    else if (digits != 2 * size)
        complain("des", fmt::format("{}: {} hexadecimal digits; {} takes {}", source, digits,
                                    taker, 2 * size));
    else {
        decode_hex(bytes, size, text);
        return true;
    }
    return false;
}

bool read_key_file(const DesOptions &options, std::string_view taker, std::size_t size,
                   KeyBytes &key) {
    std::string source = "--key-file " + shell_quoted(options.key_file);
    // "-" would be standard input, which IN may be; /dev/stdin says so plainly.
    Input input(options.key_file == "-" ? "./-" : options.key_file);
    KeyText text;
    ssize_t got = input.ok() ? input.fill(text.data(), text.bytes.size()) : -1;
    if (got < 0) {
        complain("des", fmt::format("{}: {}", source, std::strerror(input.error())));
        return false;
    }
    std::string_view view(reinterpret_cast<const char *>(text.data()),
                          static_cast<std::size_t>(got));
    if (view.size() == size) {
        // Sixteen digits are far more likely one DES key in hexadecimal than two keys in ASCII.
        if (size == 16 && hex_digits(view) == size) {
            complain("des", fmt::format("{}: 16 hexadecimal digits are a key of 8 bytes; {} takes "
                                        "32 digits or 16 raw bytes",
                                        source, taker));
            return false;
        }
        std::copy_n(text.data(), size, key.data());
        return true;
    }
    std::string_view digits = view;
    if (digits.ends_with('\n'))
        digits.remove_suffix(digits.ends_with("\r\n") ? 2 : 1);
    if (digits.size() == 2 * size || (!digits.empty() && hex_digits(digits) == digits.size()))
        return decode(source, digits, size, taker, key.data());
    bool longer = view.size() == text.bytes.size();
    complain("des", fmt::format("{}: {}{} bytes; {} takes {} raw bytes or {} hexadecimal digits",
                                source, longer ? "at least " : "", view.size(), taker, size,
                                2 * size));
    return false;
}

// Whether two keys are equal but for their parity bits, of which DES takes no notice.
bool same_key(const std::uint8_t *a, const std::uint8_t *b) {
    unsigned difference = 0;
    for (std::size_t i = 0; i < OG_DES_KEY_SIZE; i++)
        difference |= (a[i] ^ b[i]) & 0xfeu;
    return difference == 0;
}

// The checks that og_des_init offers, made here key by key so that the message can say which.
bool acceptable(const DesOptions &options, std::string_view source, std::size_t size,
                const KeyBytes &key) {
    std::size_t count = size / OG_DES_KEY_SIZE;
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
            complain("des", fmt::format("{}: {} is a weak or semi-weak DES key (--check-weak)",
                                        source, which));
            return false;
        }
    }
    for (std::size_t i = 1; options.check_weak && i < count; i++) {
        const std::uint8_t *one = key.data() + i * OG_DES_KEY_SIZE;
        if (same_key(one - OG_DES_KEY_SIZE, one)) {
            complain("des", fmt::format("{}: two equal keys in a row leave single DES "
                                        "(--check-weak)",
                                        source));
            return false;
        }
    }
    return true;
}

}  // namespace

bool one_key_given(const DesOptions &options, std::string_view subcommand) {
    if (options.key_file.empty() != options.key_hex.empty())
        return true;
    complain("des", fmt::format("{}\nTry 'oldguard des {} --help' for more information.",
                                options.key_file.empty()
                                    ? "a key is needed: --key-file or --key-hex"
                                    : "--key-file and --key-hex exclude each other",
                                subcommand));
    return false;
}

bool read_key(const DesOptions &options, og_des_cipher cipher, KeyBytes &key) {
    std::size_t size = og_des_key_size(cipher);
    std::string taker = "--cipher " + options.cipher;
    bool from_file = !options.key_file.empty();
    bool read = from_file ? read_key_file(options, taker, size, key)
                          : decode("--key-hex", options.key_hex, size, taker, key.data());
    std::string source = from_file ? "--key-file " + shell_quoted(options.key_file) : "--key-hex";
    return read && acceptable(options, source, size, key);
}

bool read_iv(const DesOptions &options, std::array<std::uint8_t, 8> &iv) {
    return decode("--iv", options.iv, iv.size(), "a block", iv.data());
}

}  // namespace og::cli
