// SPDX-License-Identifier: MIT
// Base64 (RFC 4648 section 4).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace og::cli {

inline constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64(std::string_view bytes);

// Returns nothing unless the text is the encoding of some bytes, with its padding.
std::optional<std::string> base64_decoded(std::string_view text);

}  // namespace og::cli
