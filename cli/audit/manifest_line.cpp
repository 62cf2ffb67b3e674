// SPDX-License-Identifier: MIT
#include "manifest_line.hpp"

#include "file_line.hpp"
#include "manifest/json_line.hpp"
#include "manifest/names.hpp"
#include "sum/line_format.hpp"
#include "text/hex.hpp"

#include <fmt/format.h>

namespace og::cli {
namespace {

std::uint64_t size_of_file(const NewEntry &entry) {
    return entry.state ? entry.state->size : entry.recorded->size;
}

void append_checksums(std::string &text, const NewEntry &entry, bool bsd) {
    const bool escape = needs_escape(entry.name);
    const std::string shown = escape ? escaped(entry.name) : entry.name;
    for (const Hash hash : hashes) {
        const auto &digest = entry.digests[static_cast<std::size_t>(hash)];
        if (!digest) continue;
        if (escape) text += '\\';
        if (bsd) text += fmt::format("{} ({}) = ", algorithm_of(hash).tag, shown);
        append_hex(text, digest->data(), size_of(hash));
        if (!bsd) text += "  " + shown;
        text += '\n';
    }
}

void append_values(std::string &text, const NewEntry &entry) {
    text += fmt::format("{},", size_of_file(entry));
    for (const auto hash : {Hash::sha1, Hash::whirlpool})
        if (const auto &digest = entry.digests[static_cast<std::size_t>(hash)]) {
            append_hex(text, digest->data(), size_of(hash));
            text += ',';
        }
    text += entry.name + '\n';
}

void append_object(std::string &text, const NewEntry &entry) {
    text += "{\"v\":1,";
    append_json_name(text, entry.name);
    if (entry.state)
        append_state(text, *entry.state, false);
    else
        append_recorded(text, *entry.recorded);
    append_digests(text, entry.digests);
    append_checked(text, entry.checked);
    text += "}\n";
}

}  // namespace

std::string manifest_header(ManifestFormat format, const Manifest &manifest) {
    if (format != ManifestFormat::hashdeep) return "";
    std::string text = "%%%% HASHDEEP-1.0\n%%%% size,";
    for (const auto hash : {Hash::sha1, Hash::whirlpool})
        if (manifest.uses(hash)) text += fmt::format("{},", name_of(hash));
    return text + "filename\n";
}

bool can_express(ManifestFormat format, std::string_view name) {
    return can_write({.format = format == ManifestFormat::hashdeep ? Format::hashdeep : Format::gnu}, name);
}

void append_entry(std::string &text, ManifestFormat format, const NewEntry &entry) {
    if (format == ManifestFormat::jsonl)
        append_object(text, entry);
    else if (format == ManifestFormat::hashdeep)
        append_values(text, entry);
    else
        append_checksums(text, entry, format == ManifestFormat::bsd);
}

}  // namespace og::cli
