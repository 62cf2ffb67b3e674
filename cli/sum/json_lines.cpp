// SPDX-License-Identifier: MIT
#include "json_lines.hpp"

#include "manifest/json_line.hpp"
#include "text/hex.hpp"

#include <fmt/format.h>

#include <ctime>

namespace og::cli {
void append_json(std::string &text, const Result &result, bool git_blob) {
    text += "{\"v\":1,";
    append_json_name(text, result.name);
    if (result.kind == Result::hashed) {
        text += fmt::format(",\"size\":{},\"{}\":\"", result.bytes,
                            git_blob ? "git_blob" : result.algorithm->name);
        append_hex(text, result.digest.data(), result.algorithm->size);
        text += "\",\"status\":\"ok\"";
        if (result.attacked) text += ",\"attacked\":true";
        if (result.changed) text += ",\"changed_while_read\":true";
        if (result.inode != 0) {
            append_json_time(text, "mtime", result.mtime);
            text += fmt::format(",\"inode\":{}", result.inode);
        }
        append_json_time(text, "checked", FileTime(std::time(nullptr), 0));
    } else {
        text += ",\"status\":\"unreadable\",\"error\":";
        append_json_string(text, reason(result));
        if (result.error != 0) text += fmt::format(",\"errno\":\"{}\"", errno_name(result.error));
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
