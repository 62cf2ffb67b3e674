// SPDX-License-Identifier: MIT
// The hash of tables whose keys come from others, such as names in a list. Nobody who does not know the key
// can choose texts that fall into one place of a table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace og::cli {

// Returns SipHash-2-4 (Aumasson and Bernstein, 2012) of a text.
std::uint64_t sip_hash(const std::array<std::uint64_t, 2> &key, std::string_view text);

// Returns the same with a random key of this process.
std::uint64_t keyed_hash(std::string_view text);

// For std::unordered_map, with std::equal_to<>.
struct KeyedHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return keyed_hash(text); }
};

}  // namespace og::cli
