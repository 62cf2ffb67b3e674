// SPDX-License-Identifier: MIT
#include "glob.hpp"

#include <cstddef>

namespace og::bench {

namespace {

// Reads one element of the pattern at `at`, moves `at` behind it, and returns whether it matches c.
bool matches_one(std::string_view pattern, std::size_t &at, char c) {
    const char first = pattern[at++];
    if (first == '?') return true;
    if (first == '\\' && at < pattern.size()) return pattern[at++] == c;
    if (first != '[') return first == c;
    std::size_t i = at;
    const bool inverted = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
    i += inverted;
    // A ] at the beginning belongs to the set.
    const std::size_t end = i < pattern.size() ? pattern.find(']', i + 1) : std::string_view::npos;
    if (end == std::string_view::npos) return c == '[';
    bool found = false;
    while (i < end) {
        const bool range = i + 2 < end && pattern[i + 1] == '-';
        const char last = range ? pattern[i + 2] : pattern[i];
        found = found || (pattern[i] <= c && c <= last);
        i += range ? 3 : 1;
    }
    at = end + 1;
    return found != inverted;
}

}  // namespace

bool matches(std::string_view pattern, std::string_view name) {
    std::size_t at = 0, i = 0;
    std::size_t star = std::string_view::npos, from = 0;  // behind the last *, and where its match ends
    while (i < name.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = ++at;
            from = i;
            continue;
        }
        if (at < pattern.size() && matches_one(pattern, at, name[i])) {
            i++;
            continue;
        }
        if (star == std::string_view::npos) return false;
        at = star;  // the last * takes one character more
        i = ++from;
    }
    return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

}  // namespace og::bench
