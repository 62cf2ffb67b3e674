// SPDX-License-Identifier: MIT
#include "line_format.hpp"

#include "json_lines.hpp"
#include "manifest/names.hpp"
#include "text/hex.hpp"

namespace og::cli {
namespace {

// Appends "DIGEST  NAME" or "TAG (NAME) = DIGEST" without the end of the line.
void append_checksum(std::string &text, const LineFormat &format, const Result &result,
                     std::string_view shown) {
    const Algorithm &algorithm = *result.algorithm;
    if (format.format == Format::bsd) {
        text += algorithm.tag;
        text += " (";
        text += shown;
        text += ") = ";
        append_hex(text, result.digest.data(), algorithm.size);
        return;
    }
    append_hex(text, result.digest.data(), algorithm.size);
    text += format.binary ? " *" : "  ";
    text += shown;
}

// Replaces the characters that RFC 8493 section 2.1.3 requires: "%", LF and CR.
std::string percent_encoded(std::string_view name) {
    std::string text;
    for (char c : name) {
        if (c == '%')
            text += "%25";
        else if (c == '\n')
            text += "%0A";
        else if (c == '\r')
            text += "%0D";
        else
            text += c;
    }
    return text;
}

}  // namespace

std::string header(const LineFormat &format) {
    if (format.format != Format::hashdeep) return "";
    return "%%%% HASHDEEP-1.0\n%%%% size," + std::string(format.algorithm->name) + ",filename\n";
}

bool can_write(const LineFormat &format, std::string_view name) {
    return format.format != Format::hashdeep ||
           (name.find('\n') == std::string_view::npos && !name.ends_with('\r'));
}

void append_line(std::string &text, const LineFormat &format, const Result &result) {
    switch (format.format) {
    case Format::gnu:
    case Format::bsd:
        if (!format.zero && needs_escape(result.name)) {
            text += '\\';
            append_checksum(text, format, result, escaped(result.name));
        } else {
            append_checksum(text, format, result, result.name);
        }
        break;
    case Format::hashdeep:
        text += std::to_string(result.bytes);
        text += ',';
        append_hex(text, result.digest.data(), result.algorithm->size);
        text += ',';
        text += result.name;
        break;
    case Format::bagit:
        append_checksum(text, format, result, percent_encoded(result.name));
        break;
    case Format::jsonl:
        append_json(text, result, format.git_blob);
        break;
    }
    text += format.zero ? '\0' : '\n';
}

}  // namespace og::cli
