// SPDX-License-Identifier: MIT
// The statuses of the files of an audit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace og::cli {

enum class Status : std::uint8_t {
    ok,          // as listed
    corrupt,     // digest differs, although size and modification time are as recorded
    changed,     // digest or size differs
    missing,     // listed, not there, and its content nowhere
    moved,       // listed, not there; its content has another name, which is not listed
    new_file,    // there, not listed
    duplicate,   // there, not listed; same content as a listed file that is in its place
    unreadable,  // there, or maybe there, and could not be read
    skipped,     // there, and not read
};

inline constexpr std::array<std::string_view, 9> status_names{
    "ok", "corrupt", "changed", "missing", "moved", "new", "duplicate", "unreadable", "skipped"};

inline constexpr std::string_view name_of(Status status) {
    return status_names[static_cast<std::size_t>(status)];
}

// Returns whether the status is no reason for exit status 1.
inline constexpr bool is_good(Status status) { return status == Status::ok || status == Status::skipped; }

}  // namespace og::cli
