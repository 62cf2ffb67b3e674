// SPDX-License-Identifier: MIT
#include "utc_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace og::cli {
namespace {

constexpr std::int64_t day_seconds = 86400;
// The calendar repeats after this time. std::chrono has no years beyond 32767.
constexpr std::int64_t cycle_years = 400, cycle_days = 146097;
constexpr std::size_t most_year_digits = 12;  // 2^63 seconds are 292277026596 years

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

// Removes the year and returns it, or nothing: four digits, or a sign and the digits of a year that needs
// more, or is before 0000.
std::optional<std::int64_t> take_year(std::string_view &text) {
    const bool is_signed = text.starts_with('+') || text.starts_with('-');
    const std::size_t start = is_signed, dash = std::min(text.find('-', start), text.size());
    if (is_signed ? dash < start + 4 || dash > start + most_year_digits : dash != 4) return std::nullopt;
    std::int64_t year = 0;
    for (const char c : text.substr(start, dash - start)) {
        if (c < '0' || c > '9') return std::nullopt;
        year = 10 * year + (c - '0');
    }
    if (text.starts_with('-')) year = -year;
    text.remove_prefix(dash);
    return is_signed && year >= 0 && year <= 9999 ? std::nullopt : std::optional(year);
}

}  // namespace

std::string utc_time(const FileTime &time) {
    using namespace std::chrono;
    std::int64_t day = time.seconds / day_seconds, clock = time.seconds % day_seconds;
    if (clock < 0) day--, clock += day_seconds;
    std::int64_t cycle = day / cycle_days, in_cycle = day % cycle_days;
    if (in_cycle < 0) cycle--, in_cycle += cycle_days;
    const year_month_day date{sys_days(days(in_cycle))};
    const std::int64_t y = static_cast<int>(date.year()) + cycle * cycle_years;
    std::string text = y < 0 || y > 9999 ? fmt::format("{:+05}", y) : fmt::format("{:04}", y);
    text += fmt::format("-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<unsigned>(date.month()),
                        static_cast<unsigned>(date.day()), clock / 3600, clock / 60 % 60, clock % 60);
    if (time.nanoseconds != 0) text += fmt::format(".{:09}", time.nanoseconds);
    return text + 'Z';
}

std::optional<FileTime> utc_time_decoded(std::string_view text) {
    using namespace std::chrono;
    const std::optional<std::int64_t> y = take_year(text);
    if (!y || text.size() < 16 || text.back() != 'Z' || text[0] != '-' || text[3] != '-' || text[6] != 'T' ||
        text[9] != ':' || text[12] != ':')
        return std::nullopt;
    const int month = number_at(text, 1, 2), day = number_at(text, 4, 2);
    const int hour = number_at(text, 7, 2), minute = number_at(text, 10, 2), s = number_at(text, 13, 2);
    const int part = text.size() == 16 ? 0 : fraction(text.substr(15, text.size() - 16));
    if (month < 0 || day < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || s < 0 || s > 59 ||
        part < 0)
        return std::nullopt;
    std::int64_t cycle = *y / cycle_years, in_cycle = *y % cycle_years;
    if (in_cycle < 0) cycle--, in_cycle += cycle_years;
    const year_month_day date{year(static_cast<int>(in_cycle)),
                              std::chrono::month(static_cast<unsigned>(month)),
                              std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    std::int64_t whole = sys_days(date).time_since_epoch().count() + cycle * cycle_days;
    std::int64_t clock = (hour * 60 + minute) * 60 + s;
    // The first second of all is within a day whose start is out of range.
    if (whole < 0) whole++, clock -= day_seconds;
    if (__builtin_mul_overflow(whole, day_seconds, &whole) || __builtin_add_overflow(whole, clock, &whole))
        return std::nullopt;
    return FileTime(whole, part);
}

}  // namespace og::cli
