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

constexpr std::string_view blanks = " \t\r\n", cut = "no line -----END after the base64: truncated",
                           more = "the base64 ends, and more data follow";

// Says what is wrong with the line that ends the base64, "" if nothing is.
std::string_view wrong_end(std::string_view line, bool pem) {
    line = line.substr(0, line.find_last_not_of(blanks) + 1);
    if (!pem) return line.starts_with("--") && line.ends_with("--") ? "" : more;
    constexpr std::string_view begin = "-----END ", end = "-----";
    const std::size_t at = line.find(end, begin.size());
    if (!line.starts_with(begin) || at == line.npos) return cut;
    return at + end.size() == line.size() ? "" : more;
}

}  // namespace

std::string armour_head(std::span<const std::uint8_t> head, ArmourHead &armour) {
    constexpr std::string_view begin = "-----BEGIN ";
    const std::string_view text = text_of(head);
    const std::size_t blank = std::min(text.find("\n\n"), text.find("\n\r\n"));
    std::string headers(text.substr(0, blank));
    std::ranges::transform(headers, headers.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::size_t colon = std::min(text.find(':'), text.find('\n'));
    const bool message = colon != text.npos && text[colon] == ':';
    const bool mime = message && blank != text.npos && headers.find("pkcs7-mime") != headers.npos;
    // An armour behind another structure is no armour of this one: "MI" begins the base64 of each structure.
    const std::size_t at = text.starts_with(begin) ? 0 : text.find("\n-----BEGIN ");
    if (at != text.npos && !(mime && blank < at) && (message || !text.starts_with("MI"))) {
        armour = {next_line(text, at + begin.size()), true};
        return "";
    }
    if (!message) return "";
    if (blank == text.npos)
        return fmt::format("offset 0: no empty line ends the headers of the message in {} bytes",
                           head.size());
    if (!mime)
        return "offset 0: the headers of the message do not have the type application/pkcs7-mime of S/MIME";
    armour = {next_line(text, blank + 1), false};
    return "";
}

// Reads the line that ends the base64, from its hyphen on, and what follows it. `rest` is what was read of
// them before. Returns false after an error.
bool Armoured::Text::read_end(std::string_view rest) {
    constexpr std::size_t most = 1024;  // bytes of the line
    std::string line;
    std::array<char, 4096> buffer;
    ssize_t got = 0;
    do {
        for (const char c : rest)
            if (!line.ends_with('\n') && line.size() < most)
                line += c;
            else if (blanks.find(c) == blanks.npos)
                wrong_ = more;
        got = input_.fill(buffer.data(), buffer.size());
        rest = {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
    } while (got > 0 && wrong_.empty());
    if (got == 0 && wrong_.empty()) wrong_ = wrong_end(line, pem_);
    return got >= 0 && wrong_.empty();
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
    const void *end = std::memchr(buffer, '-', static_cast<std::size_t>(got));
    ended_ = end != nullptr || static_cast<std::size_t>(got) < size;
    if (end == nullptr) {
        if (ended_ && pem_) wrong_ = cut;
        return wrong_.empty() ? got : -1;
    }
    const auto *bytes = static_cast<const char *>(buffer);
    const auto *hyphen = static_cast<const char *>(end);
    return read_end({hyphen, bytes + got}) ? hyphen - bytes : -1;
}

std::string Armoured::Text::why() const { return wrong_.empty() ? input_.why() : std::string(wrong_); }

}  // namespace og::cli
