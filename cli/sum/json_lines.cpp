// SPDX-License-Identifier: MIT
#include "json_lines.hpp"

#include "text/hex.hpp"

#include <fmt/format.h>

#include <cstring>
#include <ctime>

namespace og::cli {
namespace {

// Appends base64 (RFC 4648 section 4), padded with "=".
void append_in_base64(std::string &text, std::string_view bytes) {
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::string_view group = bytes.substr(at, 3);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; i++)
            bits = bits << 8 | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0u);
        for (std::size_t i = 0; i < 4; i++)
            text += i <= group.size() ? digits[bits >> (18 - 6 * i) & 63] : '=';
    }
}

// Returns whether all of the text is UTF-8 (RFC 3629): no overlong form, no surrogate, nothing above
// U+10FFFF.
bool all_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at++]);
        if (first < 0x80) continue;
        const unsigned more = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
        if (first < 0xc2 || first > 0xf4 || text.size() - at < more) return false;
        std::uint32_t code = first & (0x3fu >> more);
        for (unsigned i = 0; i < more; i++) {
            const auto next = static_cast<unsigned char>(text[at++]);
            if ((next & 0xc0) != 0x80) return false;
            code = code << 6 | (next & 0x3f);
        }
        const std::uint32_t least = more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000;
        if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
    }
    return true;
}

// Appends a string with quotes. The text is UTF-8.
void append_string(std::string &text, std::string_view value) {
    text += '"';
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            text += '\\';
            text += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            text += c;
        }
    }
    text += '"';
}

void append_name(std::string &text, std::string_view name) {
    if (all_utf8(name)) {
        text += "\"name\":";
        append_string(text, name);
    } else {
        text += "\"name_b64\":\"";
        append_in_base64(text, name);
        text += '"';
    }
}

// Appends a time as RFC 3339 prints it, with nanoseconds if it has any.
void append_time(std::string &text, std::int64_t nanoseconds) {
    constexpr std::int64_t second = 1000000000;
    std::int64_t part = nanoseconds % second;
    if (part < 0) part += second;
    const auto seconds = static_cast<std::time_t>((nanoseconds - part) / second);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    text += fmt::format("\"{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", utc.tm_year + 1900, utc.tm_mon + 1,
                        utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
    if (part != 0) text += fmt::format(".{:09}", part);
    text += "Z\"";
}

// Returns the name of an error, for example "EACCES".
std::string error_name(int error) {
#ifdef __GLIBC__
    if (const char *name = strerrorname_np(error); name != nullptr) return name;
#endif
    return std::to_string(error);
}

}  // namespace

void append_json(std::string &text, const Result &result, bool git_blob) {
    text += "{\"v\":1,";
    append_name(text, result.name);
    if (result.kind == Result::hashed) {
        text += fmt::format(",\"size\":{},\"{}\":\"", result.bytes,
                            git_blob ? "git_blob" : result.algorithm->name);
        append_hex(text, result.digest.data(), result.algorithm->size);
        text += "\",\"status\":\"ok\"";
        if (result.attacked) text += ",\"attacked\":true";
        if (result.changed) text += ",\"changed_while_read\":true";
        if (result.inode != 0) {
            text += ",\"mtime\":";
            append_time(text, result.mtime);
            text += fmt::format(",\"inode\":{}", result.inode);
        }
        text += ",\"checked\":";
        append_time(text, static_cast<std::int64_t>(std::time(nullptr)) * 1000000000);
    } else {
        text += ",\"status\":\"unreadable\",\"error\":";
        append_string(text, reason(result));
        if (result.error != 0) text += fmt::format(",\"errno\":\"{}\"", error_name(result.error));
    }
    text += '}';
}

void append_json(std::string &text, const RunSummary &summary) {
    text += fmt::format("{{\"v\":1,\"summary\":{{\"ok\":{{\"files\":{},\"bytes\":{}}}", summary.files,
                        summary.bytes);
    if (summary.unreadable > 0) text += fmt::format(",\"unreadable\":{{\"files\":{}}}", summary.unreadable);
    if (summary.attacked > 0) text += fmt::format(",\"attacked\":{{\"files\":{}}}", summary.attacked);
    text += fmt::format("}},\"seconds\":{:.3f},\"complete\":{}}}", summary.seconds, summary.complete);
}

}  // namespace og::cli
