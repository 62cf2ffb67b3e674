// SPDX-License-Identifier: MIT
// Key files, raw and in hexadecimal, against what the manual page says of them.
#include "fuzz.hpp"

#include <cli/des/key_file.hpp>

#include <algorithm>
#include <optional>

namespace og::fuzz {
namespace {

bool is_hexadecimal(std::string_view text) {
    return text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::optional<Bytes> from_hexadecimal(std::string_view text, std::size_t size) {
    if (text.size() != 2 * size || !is_hexadecimal(text)) return std::nullopt;
    Bytes key;
    for (std::size_t i = 0; i < size; i++)
        key.push_back(static_cast<std::uint8_t>(std::stoul(std::string(text.substr(2 * i, 2)), nullptr, 16)));
    return key;
}

// Returns the key of a file: raw bytes, or digits and at most one line end. As many digits as there
// may be raw bytes are refused where they could be the digits of another cipher's key.
std::optional<Bytes> from_file(std::string_view text, std::size_t size) {
    if (text.size() == size) {
        const bool ambiguous = size % 16 == 0 && is_hexadecimal(text);
        return ambiguous ? std::nullopt : std::optional(Bytes(text.begin(), text.end()));
    }
    for (std::string_view end : {"\r\n", "\n"})
        if (text.ends_with(end)) {
            text.remove_suffix(end.size());
            break;
        }
    return from_hexadecimal(text, size);
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    const std::size_t key_size = input.PickValueInArray<std::size_t>({8, 16, 24, 32});
    const std::string text = input.ConsumeRemainingBytesAsString();
    constexpr std::uint8_t filler = 0xee;

    static MemoryFile file;
    file.write(text);
    Bytes key(key_size, filler);
    const auto in_file = from_file(text, key_size);
    expect(og::cli::read_key_file("--key-file", file.name(), "--cipher", key_size, key.data()) ==
               in_file.has_value(),
           "whether a file holds a key");
    expect(key == in_file.value_or(Bytes(key_size, filler)), "a file's key");

    std::fill(key.begin(), key.end(), filler);
    const auto digits = from_hexadecimal(text, key_size);
    const std::string wrong = og::cli::decode_key(text, "--cipher", key_size, key.data());
    expect(wrong.empty() == digits.has_value(), "whether a text is a key");
    expect(key == digits.value_or(Bytes(key_size, filler)), "a text's key");
    return 0;
}
