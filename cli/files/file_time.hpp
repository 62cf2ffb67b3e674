// SPDX-License-Identifier: MIT
// The time of a file, whatever it is: nanoseconds in 64 bits end in 2262.
#pragma once

#include <time.h>  // <ctime> of MinGW does not declare std::timespec

#include <compare>
#include <cstdint>

namespace og::cli {

struct FileTime {
    std::int64_t seconds = 0;      // since 1970, UTC
    std::int32_t nanoseconds = 0;  // 0 to 999999999

    FileTime() = default;
    FileTime(std::int64_t whole, std::int32_t part) : seconds(whole), nanoseconds(part) {}
    explicit FileTime(const timespec &time)
        : seconds(time.tv_sec), nanoseconds(static_cast<std::int32_t>(time.tv_nsec)) {}

    auto operator<=>(const FileTime &) const = default;
};

}  // namespace og::cli
