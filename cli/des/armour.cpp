// SPDX-License-Identifier: MIT
#include "armour.hpp"

#include "text/bytes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>

namespace og::cli {
namespace {

// Returns the offset behind the line that contains an offset, or the size of the text.
std::size_t next_line(std::string_view text, std::size_t at) {
    const std::size_t end = text.find('\n', at);
    return end == text.npos ? text.size() : end + 1;
}

}  // namespace

std::string armour_head(std::span<const std::uint8_t> head, ArmourHead &armour) {
    constexpr std::string_view begin = "-----BEGIN ";
    const std::string_view text = text_of(head);
    if (const std::size_t at = text.starts_with(begin) ? 0 : text.find("\n-----BEGIN "); at != text.npos) {
        armour = {next_line(text, at + begin.size()), true};
        return "";
    }
    const std::size_t colon = std::min(text.find(':'), text.find('\n'));
    if (colon == text.npos || text[colon] != ':') return "";  // no header
    const std::size_t blank = std::min(text.find("\n\n"), text.find("\n\r\n"));
    if (blank == text.npos)
        return fmt::format("offset 0: no empty line ends the headers of the message in {} bytes",
                           head.size());
    std::string headers(text.substr(0, blank));
    std::ranges::transform(headers, headers.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (headers.find("pkcs7-mime") == headers.npos)
        return "offset 0: the headers of the message do not have the type application/pkcs7-mime of S/MIME";
    armour = {next_line(text, blank + 1), false};
    return "";
}

ssize_t Armoured::Text::fill(void *buffer, std::size_t size) {
    std::array<std::uint8_t, 4096> skipped;
    while (before_ > 0) {
        const ssize_t got = input_.fill(skipped.data(), std::min(before_, skipped.size()));
        if (got <= 0) return got;
        before_ -= static_cast<std::size_t>(got);
    }
    if (ended_) return 0;
    const ssize_t got = input_.fill(buffer, size);
    if (got < 0) return got;
    const std::string_view text(static_cast<const char *>(buffer), static_cast<std::size_t>(got));
    const std::size_t end = text.find('-');
    ended_ = end != text.npos || text.size() < size;
    if (pem_ && ended_ && end == text.npos) wrong_ = "no line -----END after the base64: truncated";
    if (end != text.npos && !only_blanks(text.substr(end))) return -1;
    return wrong_ != nullptr ? -1 : static_cast<ssize_t>(std::min(end, text.size()));
}

// Reads the rest of the input. Returns false after an error, and if more than white space follows the line
// that `rest` begins with.
bool Armoured::Text::only_blanks(std::string_view rest) {
    std::array<char, 4096> more;
    for (bool in_line = true;;) {
        if (in_line) {
            const std::size_t line = rest.find('\n');
            in_line = line == rest.npos;
            rest.remove_prefix(std::min(line, rest.size()));
        }
        if (rest.find_first_not_of(" \t\r\n") != rest.npos)
            wrong_ = "more text follows the line that ends the base64";
        const ssize_t got = wrong_ == nullptr ? input_.fill(more.data(), more.size()) : -1;
        if (got <= 0) return got == 0;
        rest = std::string_view(more.data(), static_cast<std::size_t>(got));
    }
}

std::string Armoured::Text::why() const { return wrong_ != nullptr ? wrong_ : input_.why(); }

}  // namespace og::cli
