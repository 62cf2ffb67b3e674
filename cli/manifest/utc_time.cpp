// SPDX-License-Identifier: MIT
#include "utc_time.hpp"

#include <fmt/format.h>

#include <chrono>

namespace og::cli {
namespace {

// Returns the value of `digits` decimal digits at `at`, or -1.
int number_at(std::string_view text, std::size_t at, std::size_t digits) {
    int number = 0;
    for (std::size_t i = at; i < at + digits; i++) {
        if (text[i] < '0' || text[i] > '9') return -1;
        number = 10 * number + (text[i] - '0');
    }
    return number;
}

// Returns the nanoseconds of ".D" to ".DDDDDDDDD", or -1.
int fraction(std::string_view text) {
    if (text.size() < 2 || text.size() > 10 || text[0] != '.') return -1;
    int number = number_at(text, 1, text.size() - 1);
    for (std::size_t digits = text.size() - 1; number > 0 && digits < 9; digits++) number *= 10;
    return number;
}

}  // namespace

std::string utc_time(const FileTime &time) {
    using namespace std::chrono;
    // The first and the last second of four-digit years.
    if (time.seconds < -62167219200 || time.seconds > 253402300799) return "";
    const sys_seconds whole{seconds(time.seconds)};
    const auto day = floor<days>(whole);
    const year_month_day date(day);
    const hh_mm_ss clock(whole - day);
    std::string text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                                   static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                                   clock.hours().count(), clock.minutes().count(), clock.seconds().count());
    if (time.nanoseconds != 0) text += fmt::format(".{:09}", time.nanoseconds);
    return text + 'Z';
}

std::optional<FileTime> utc_time_decoded(std::string_view text) {
    using namespace std::chrono;
    if (text.size() < 20 || text.back() != 'Z' || text[4] != '-' || text[7] != '-' || text[10] != 'T' ||
        text[13] != ':' || text[16] != ':')
        return std::nullopt;
    const int y = number_at(text, 0, 4), month = number_at(text, 5, 2), day = number_at(text, 8, 2);
    const int hour = number_at(text, 11, 2), minute = number_at(text, 14, 2), s = number_at(text, 17, 2);
    const int part = text.size() == 20 ? 0 : fraction(text.substr(19, text.size() - 20));
    if (y < 0 || month < 0 || day < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || s < 0 ||
        s > 59 || part < 0)
        return std::nullopt;
    const year_month_day date{year(y), std::chrono::month(static_cast<unsigned>(month)),
                              std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    const std::int64_t since = sys_days(date).time_since_epoch().count();
    return FileTime(((since * 24 + hour) * 60 + minute) * 60 + s, part);
}

}  // namespace og::cli
