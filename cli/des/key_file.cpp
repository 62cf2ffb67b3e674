// SPDX-License-Identifier: MIT
#include "key_file.hpp"

#include "files/input.hpp"
#include "manifest/base64.hpp"
#include "os/secrets.hpp"
#include "text/hex.hpp"
#include "text/messages.hpp"

#include <algorithm>

namespace og::cli {
namespace {

// Longer than any key: the longest one has 64 hexadecimal digits and a line end.
using KeyText = Secret<128>;

// Returns what a message adds for a key in base64: the text of `size` bytes.
std::string_view base64_hint(std::string_view text, std::size_t size) {
    std::optional<std::string> bytes = base64_decoded(text);
    if (!bytes) return "";
    const bool fits = bytes->size() == size;
    os::wipe(bytes->data(), bytes->size());
    return fits ? "; this is a key in base64: decode it with base64 -d" : "";
}

}  // namespace

std::string decode_key(std::string_view text, std::string_view taker, std::size_t size, std::uint8_t *key) {
    const std::size_t digits = hex_digits(text);
    if (digits != text.size())
        return fmt::format("character {} is not a hexadecimal digit{}", digits + 1, base64_hint(text, size));
    if (digits % 2 != 0)
        return fmt::format("an odd number of hexadecimal digits ({}); {} takes {}", digits, taker, 2 * size);
    if (digits != 2 * size) return fmt::format("{} hexadecimal digits; {} takes {}", digits, taker, 2 * size);
    decode_hex(key, size, text);
    return "";
}

bool read_key_file(std::string_view source, const std::string &file, std::string_view taker, std::size_t size,
                   std::uint8_t *key, Pem *pem) {
    // "-" is a file name here, because IN may be standard input. /dev/stdin names standard input.
    Input input(file == "-" ? "./-" : file);
    KeyText text;
    ssize_t got = input.ok() ? input.fill(text.data(), text.bytes.size()) : -1;
    if (got < 0) {
        complain("des", fmt::format("{}: {}", source, std::strerror(input.error())));
        return false;
    }
    std::string_view view(reinterpret_cast<const char *>(text.data()), static_cast<std::size_t>(got));
    // Longer than a key, or the short PEM of an elliptic curve's key.
    if (pem != nullptr && (view.size() == text.bytes.size() || view.starts_with("-----BEGIN "))) {
        std::copy_n(text.data(), view.size(), pem->text.data());
        const ssize_t more = input.fill(pem->text.data() + view.size(), Pem::most - view.size());
        pem->size = view.size() + static_cast<std::size_t>(std::max<ssize_t>(more, 0));
        if (more < 0 || pem->size == Pem::most)
            complain("des", fmt::format("{}: {}", source,
                                        more < 0 ? std::strerror(input.error())
                                                 : "larger than a key and its certificates"));
        return more >= 0 && pem->size < Pem::most;
    }
    if (view.size() == size) {
        // 16 digits are far more likely one DES key in hexadecimal than two keys in ASCII.
        if (size % 16 == 0 && hex_digits(view) == size) {
            complain("des", fmt::format("{0}: {1} hexadecimal digits are a key of {2} bytes; {3} "
                                        "takes {4} digits or {1} raw bytes",
                                        source, size, size / 2, taker, 2 * size));
            return false;
        }
        std::copy_n(text.data(), size, key);
        return true;
    }
    std::string_view digits = view;
    if (digits.ends_with('\n')) digits.remove_suffix(digits.ends_with("\r\n") ? 2 : 1);
    if (digits.size() == 2 * size || (!digits.empty() && hex_digits(digits) == digits.size())) {
        const std::string wrong = decode_key(digits, taker, size, key);
        if (!wrong.empty()) complain("des", fmt::format("{}: {}", source, wrong));
        return wrong.empty();
    }
    bool longer = view.size() == text.bytes.size();
    complain("des", fmt::format("{}: {}{} bytes; {} takes {} raw bytes or {} hexadecimal digits{}", source,
                                longer ? "at least " : "", view.size(), taker, size, 2 * size,
                                base64_hint(digits, size)));
    return false;
}

std::string short_key(std::string_view digits, std::string_view taker, std::size_t size, std::uint8_t *key) {
    const std::size_t count = digits.size() / 2;
    if (digits.empty() || count > size || hex_digits(digits) != digits.size())
        return decode_key(digits, taker, size, key);
    std::fill_n(key, size, std::uint8_t{0});
    return decode_key(digits, taker, count, key);
}

std::string short_key_file(const std::string &file, std::string_view taker, std::size_t size,
                           std::uint8_t *key) {
    Input input(file);
    KeyText text;
    const ssize_t got = input.ok() ? input.fill(text.data(), text.bytes.size()) : -1;
    if (got < 0) return std::strerror(input.error());
    std::string_view bytes(reinterpret_cast<const char *>(text.data()), static_cast<std::size_t>(got));
    if (bytes.ends_with('\n')) bytes.remove_suffix(bytes.ends_with("\r\n") ? 2 : 1);
    if (bytes.empty() || bytes.size() > size)
        return fmt::format("{} bytes; {} takes 1 to {}", bytes.size(), taker, size);
    std::fill_n(key, size, std::uint8_t{0});
    std::copy_n(text.data(), bytes.size(), key);
    return "";
}

}  // namespace og::cli
