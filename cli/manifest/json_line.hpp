// SPDX-License-Identifier: MIT
// One object of JSON lines, as parsed and as written.
#pragma once

#include "manifest.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace og::cli {

// The members that a manifest or a journal uses. Other members are ignored.
struct JsonLine {
    std::string name;
    std::uint64_t size, inode, offset;
    FileTime mtime, ctime;
    std::uint32_t checked;
    std::array<Digest, hashes.size()> digests;
    std::array<bool, hashes.size()> has_digest;
    bool has_name, has_size, has_inode, has_offset, has_mtime, has_ctime, has_checked, has_status;
    bool is_summary;  // it has the member "summary"
    bool attacked;    // the member "attacked" is true
    bool differed;    // the member "status" is "corrupt" or "changed"
    // Of a journal: its identity (first line); a state in hexadecimal digits, and the hash that it belongs
    // to.
    std::string journal, state, hash;
};

// Parses an object. Returns "" or the reason why it is refused: it is no JSON object, a used member occurs
// twice or has a wrong value, or "v" is not 1.
std::string parse_json_line(std::string_view text, JsonLine &line);

// Does the same by a JSON parser alone, which is slower.
std::string parse_any_json_line(std::string_view text, JsonLine &line);

// Appends `"name":"..."`, or `"name_b64":"..."` if the name is not UTF-8.
void append_json_name(std::string &text, std::string_view name, std::string_view key = "name");

// Appends a JSON string with its quotes. The text must be UTF-8.
void append_json_string(std::string &text, std::string_view value);

// Appends `,"key":"TIME"`, or nothing if the format cannot express the time.
void append_json_time(std::string &text, std::string_view key, const FileTime &time);

// Returns the name of an errno, such as "EACCES", or its number if it has none here.
std::string errno_name(int error);

// Returns whether the text is UTF-8 (RFC 3629).
bool is_utf8(std::string_view text);

}  // namespace og::cli
