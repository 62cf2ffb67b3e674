// SPDX-License-Identifier: MIT
// Times of JSON lines: "2026-11-23T01:02:03.123456789Z" (RFC 3339, UTC).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace og::cli {

// Formats nanoseconds since 1970 with nine digits after the point, and none if they are zeros.
std::string utc_time(std::int64_t nanoseconds);

// Returns the nanoseconds since 1970, or nothing if the text has another form or is out of range (1678 to
// 2261).
std::optional<std::int64_t> utc_time_decoded(std::string_view text);

}  // namespace og::cli
