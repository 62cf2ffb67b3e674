// SPDX-License-Identifier: MIT
#include "plausible.hpp"

#include "other_format.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace og::cli {
namespace {

using Bytes = std::span<const std::uint8_t>;

// Letters, digits, marks, blanks and line ends of ASCII: 99 of 256 bytes.
bool is_ascii_text(Bytes data) {
    return std::ranges::all_of(
        data, [](std::uint8_t c) { return (c >= 32 && c < 127) || (c >= 9 && c <= 13 && c != 11); });
}

// Returns how improbable it is that one byte is as frequent as the most frequent one: at most 256 bytes times
// C(n, m) places times 256^-m.
double repetition(Bytes data) {
    std::array<std::size_t, 256> counts{};
    for (const std::uint8_t c : data) counts[c]++;
    const auto n = static_cast<double>(data.size()), m = static_cast<double>(std::ranges::max(counts));
    const double places = (std::lgamma(n + 1) - std::lgamma(m + 1) - std::lgamma(n - m + 1)) / std::log(2.0);
    return 8 * m - 8 - places;
}

}  // namespace

Shape shape_of(Bytes data) {
    if (const auto format = other_format(data, UINT64_MAX)) return {36, format->what};
    if (is_ascii_text(data)) return {1.37 * static_cast<double>(data.size()), "text"};
    return {std::max(0.0, repetition(data)), "data that repeat"};
}

}  // namespace og::cli
