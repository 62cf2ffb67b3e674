// SPDX-License-Identifier: MIT
#include "checkfile.hpp"

#include "names.hpp"
#include "text/hex.hpp"
#include "text/words.hpp"

#include <algorithm>

namespace og::cli {
namespace {

// Says whether the text after a digest and a blank starts with the type (' ' or '*') of the GNU form.
bool has_type(std::string_view text) { return text.size() > 1 && (text[0] == ' ' || text[0] == '*'); }

// Returns the name on disk, or nothing if an escape is invalid or the name contains a NUL.
std::optional<std::string> file_name(std::string_view text, bool name_is_escaped) {
    if (text.find('\0') != std::string_view::npos) return std::nullopt;
    return name_is_escaped ? unescaped(text) : std::string(text);
}

}  // namespace

bool LineReader::next(std::string &line, bool &cut) {
    line.clear();
    cut = false;
    bool any = false;
    for (;;) {
        if (at_ == end_) {
            ssize_t got = input_.read(buffer_.data(), buffer_.size());
            failed_ = got < 0;
            at_ = 0;
            end_ = got > 0 ? static_cast<std::size_t>(got) : 0;
            if (failed_ || (got == 0 && !any)) return false;
            if (got == 0) break;
        }
        any = true;
        const char *begin = buffer_.data() + at_;
        const char *end = buffer_.data() + end_;
        const char *stop = std::find(begin, end, '\n');
        auto size = static_cast<std::size_t>(stop - begin);
        std::size_t room = most_ - line.size();
        line.append(begin, std::min(size, room));
        cut = cut || size > room;
        at_ += size;
        if (stop != end) {
            at_++;
            break;
        }
    }
    if (line.ends_with('\r')) line.pop_back();
    return true;
}

EntryParser::Start EntryParser::start_of(std::string_view line) const {
    Start start{without_blanks(line), false, nullptr};
    start.name_is_escaped = start.rest.starts_with('\\');
    if (start.name_is_escaped) start.rest.remove_prefix(1);
    for (const Algorithm *algorithm : algorithms)
        if ((only_ == nullptr || only_ == algorithm) && start.rest.starts_with(algorithm->tag))
            start.tagged = algorithm;
    if (start.tagged != nullptr) {
        start.rest.remove_prefix(start.tagged->tag.size());
        if (start.rest.starts_with(' ')) start.rest.remove_prefix(1);
    }
    return start;
}

// Returns the algorithm of a digest that is followed by a blank and at least one more byte, or NULL.
const Algorithm *EntryParser::algorithm_of_digest(std::string_view rest) const {
    const std::size_t digits = hex_digits(rest);
    if (rest.size() >= digits + 2 && is_blank(rest[digits]))
        for (const Algorithm *algorithm : algorithms)
            if ((only_ == nullptr || only_ == algorithm) && digits == 2 * algorithm->size) return algorithm;
    return nullptr;
}

std::optional<Entry> EntryParser::parse(std::string_view line) {
    const Start start = start_of(line);
    std::optional<Entry> entry = start.tagged != nullptr
                                     ? parse_tagged(*start.tagged, start.rest, start.name_is_escaped)
                                     : parse_plain(start.rest, start.name_is_escaped);
    if (entry) last_ = entry->algorithm;
    return entry;
}

bool EntryParser::may_be_entry(std::string_view line) const {
    const Start start = start_of(line);
    if (line.find('\0') != std::string_view::npos) return false;
    if (start.tagged != nullptr) return start.rest.starts_with('(');
    const Algorithm *algorithm = algorithm_of_digest(start.rest);
    return algorithm != nullptr && (form_ != gnu || has_type(start.rest.substr(2 * algorithm->size + 1)));
}

std::optional<Entry> EntryParser::parse_tagged(const Algorithm &algorithm, std::string_view rest,
                                               bool name_is_escaped) {
    std::size_t close = rest.rfind(')');
    if (!rest.starts_with('(') || close == std::string_view::npos) return std::nullopt;
    auto name = file_name(rest.substr(1, close - 1), name_is_escaped);
    rest = without_blanks(rest.substr(close + 1));
    if (!name || !rest.starts_with('=')) return std::nullopt;
    rest = without_blanks(rest.substr(1));
    if (rest.size() != 2 * algorithm.size || hex_digits(rest) != rest.size()) return std::nullopt;
    Entry entry{&algorithm, {}, *std::move(name)};
    decode_hex(entry.digest.data(), algorithm.size, rest);
    return entry;
}

std::optional<Entry> EntryParser::parse_plain(std::string_view rest, bool name_is_escaped) {
    const Algorithm *algorithm = algorithm_of_digest(rest);
    if (algorithm == nullptr) return std::nullopt;
    std::string_view text = rest.substr(2 * algorithm->size + 1);
    // "  name" could also be a reversed line whose name starts with a blank. The first line decides for the
    // whole run, so that a crafted line cannot name two different files.
    if (!has_type(text)) {
        if (form_ == gnu) return std::nullopt;
        form_ = reversed;
    } else if (form_ != reversed) {
        form_ = gnu;
        text.remove_prefix(1);
    }
    auto name = file_name(text, name_is_escaped);
    if (!name) return std::nullopt;
    Entry entry{algorithm, {}, *std::move(name)};
    decode_hex(entry.digest.data(), algorithm->size, rest);
    return entry;
}

const Algorithm &EntryParser::likely(std::string_view line) const {
    if (only_ != nullptr) return *only_;
    if (const Algorithm *tagged = start_of(line).tagged; tagged != nullptr) return *tagged;
    return last_ != nullptr ? *last_ : sha1;
}

}  // namespace og::cli
