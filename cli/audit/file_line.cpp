// SPDX-License-Identifier: MIT
#include "file_line.hpp"

#include "manifest/json_line.hpp"
#include "text/hex.hpp"

#include <fmt/format.h>

namespace og::cli {
namespace {

void append_digest(std::string &text, std::string_view prefix, Hash hash, const std::uint8_t *digest) {
    text += fmt::format(",\"{}{}\":\"", prefix, name_of(hash));
    append_hex(text, digest, size_of(hash));
    text += '"';
}

}  // namespace

void append_state(std::string &text, const FileState &state, bool with_ctime) {
    text += fmt::format(",\"size\":{}", state.size);
    append_json_time(text, "mtime", state.mtime);
    if (with_ctime) append_json_time(text, "ctime", state.ctime);
    text += fmt::format(",\"inode\":{}", state.inode);
}

void append_found_state(std::string &text, const FileState &state) {
    text += fmt::format(",\"found_size\":{}", state.size);
    append_json_time(text, "found_mtime", state.mtime);
    text += fmt::format(",\"found_inode\":{}", state.inode);
}

void append_recorded(std::string &text, const ManifestEntry &entry) {
    if (entry.has_size) text += fmt::format(",\"size\":{}", entry.size);
    if (entry.has_mtime) append_json_time(text, "mtime", entry.mtime);
    if (entry.has_inode) text += fmt::format(",\"inode\":{}", entry.inode);
}

void append_digests(std::string &text, const Digests &digests, std::string_view prefix) {
    for (const Hash hash : hashes)
        if (const auto &digest = digests[static_cast<std::size_t>(hash)])
            append_digest(text, prefix, hash, digest->data());
}

void append_listed_digests(std::string &text, const Manifest &manifest, const ManifestEntry &entry) {
    for (const Hash hash : hashes)
        if (entry.has(hash)) append_digest(text, "", hash, manifest.digest(entry, hash).data());
}

void append_checked(std::string &text, std::uint32_t seconds) {
    if (seconds != 0) append_json_time(text, "checked", FileTime(seconds, 0));
}

}  // namespace og::cli
