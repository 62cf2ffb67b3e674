// SPDX-License-Identifier: MIT
// Times of JSON lines: "2026-11-23T01:02:03.123456789Z" (RFC 3339, UTC).
#pragma once

#include "files/file_time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace og::cli {

// Formats a time with nine digits after the point, and none if they are zeros. Returns "" for a year that
// has not four digits (0000 to 9999), which the format cannot express.
std::string utc_time(const FileTime &time);

// Returns the time, or nothing if the text has another form.
std::optional<FileTime> utc_time_decoded(std::string_view text);

}  // namespace og::cli
