// SPDX-License-Identifier: MIT
#include "glob.hpp"

#include <cstddef>

namespace og::cli {
namespace {

constexpr std::size_t none = std::string_view::npos;

// Returns the offset behind the set that begins at `at`, or npos if it does not end.
std::size_t end_of_set(std::string_view pattern, std::size_t at) {
    at++;
    if (at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^')) at++;
    for (bool first = true; at < pattern.size(); first = false, at++) {
        if (pattern[at] == ']' && !first) return at + 1;
        if (pattern[at] == '\\') at++;
    }
    return none;
}

// Returns whether a byte is in a set, whose brackets are left out.
bool in_set(std::string_view set, char c) {
    const bool negated = set.starts_with('!') || set.starts_with('^');
    if (negated) set.remove_prefix(1);
    const auto take = [&] {
        if (set.size() > 1 && set[0] == '\\') set.remove_prefix(1);
        const char one = set[0];
        set.remove_prefix(1);
        return static_cast<unsigned char>(one);
    };
    const auto byte = static_cast<unsigned char>(c);
    bool found = false;
    while (!set.empty()) {
        const unsigned char low = take();
        unsigned char high = low;
        if (set.size() > 1 && set[0] == '-') {
            set.remove_prefix(1);
            high = take();
        }
        found = found || (byte >= low && byte <= high);
    }
    return found != negated && c != '/';
}

// Matches one element of the pattern at `p` with a byte. Returns the offset behind the element, or npos.
std::size_t match_one(std::string_view pattern, std::size_t p, char c) {
    if (p == pattern.size()) return none;
    switch (pattern[p]) {
    case '?':
        return c != '/' ? p + 1 : none;
    case '[': {
        const std::size_t end = end_of_set(pattern, p);
        return end != none && in_set(pattern.substr(p + 1, end - p - 2), c) ? end : none;
    }
    case '\\':
        return p + 1 < pattern.size() && pattern[p + 1] == c ? p + 2 : none;
    default:
        return pattern[p] == c ? p + 1 : none;
    }
}

// Returns whether ** at `p` is a whole component.
bool is_globstar(std::string_view pattern, std::size_t p) {
    return pattern.substr(p).starts_with("**") && (p == 0 || pattern[p - 1] == '/') &&
           (p + 2 == pattern.size() || pattern[p + 2] == '/');
}

}  // namespace

// After a mismatch only the last star of each kind is tried again, one byte or one component later: what the
// pattern has before it matched the shortest possible part of the path.
bool matches_glob(std::string_view pattern, std::string_view path) {
    std::size_t p = 0, at = 0;
    std::size_t star = none, star_at = 0;          // behind a *, and where it ends now
    std::size_t globstar = none, globstar_at = 0;  // behind a **/, and the component where it ends now
    for (;;) {
        if (p < pattern.size() && is_globstar(pattern, p)) {
            if (p + 2 == pattern.size()) return at < path.size();
            globstar = p = p + 3;
            globstar_at = at;
            star = none;
            continue;
        }
        if (p < pattern.size() && pattern[p] == '*') {
            while (p < pattern.size() && pattern[p] == '*') p++;
            star = p;
            star_at = at;
            continue;
        }
        if (at == path.size() && p == pattern.size()) return true;
        const std::size_t next = at < path.size() ? match_one(pattern, p, path[at]) : none;
        if (next != none) {
            p = next;
            at++;
        } else if (star != none && star_at < path.size() && path[star_at] != '/') {
            p = star;
            at = ++star_at;
        } else if (globstar != none && path.find('/', globstar_at) != none) {
            globstar_at = at = path.find('/', globstar_at) + 1;
            p = globstar;
            star = none;
        } else {
            return false;
        }
    }
}

std::string_view fault_of_glob(std::string_view pattern) {
    for (std::size_t p = 0; p < pattern.size(); p++) {
        if (pattern[p] == '\\') {
            if (++p == pattern.size()) return "it ends with a backslash";
            continue;
        }
        if (pattern[p] != '[') continue;
        const std::size_t end = end_of_set(pattern, p);
        if (end == none) return "a set ([) does not end";
        if (pattern.substr(p, end - p).find("[:") != none) return "classes such as [:alpha:] are not known";
        p = end - 1;
    }
    return "";
}

bool is_glob(std::string_view text) { return text.find_first_of("*?[") != none; }

}  // namespace og::cli
