// SPDX-License-Identifier: MIT
// Times of JSON lines: "2026-11-23T01:02:03.123456789Z" (RFC 3339, UTC).
#pragma once

#include "files/file_time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace og::cli {

// Formats a time with nine digits after the point, and none if they are zeros. A year before 0000 or after
// 9999 has a sign, as in "+12026-01-31T12:00:00Z" (ISO 8601-1:2019, 4.3.2: expanded representation).
std::string utc_time(const FileTime &time);

// Returns the time, or nothing if the text has another form.
std::optional<FileTime> utc_time_decoded(std::string_view text);

}  // namespace og::cli
