// SPDX-License-Identifier: MIT
#include "checkfile.hpp"

#include "manifest/base64.hpp"
#include "names.hpp"
#include "text/hex.hpp"
#include "text/words.hpp"

#include <algorithm>

namespace og::cli {
namespace {

// Says whether the text after a digest and a blank starts with the type (' ' or '*') of the GNU form.
bool has_type(std::string_view text) { return text.size() > 1 && (text[0] == ' ' || text[0] == '*'); }

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

// Returns the size of a tag of either case, and for SHA1 also with a hyphen, at the start of a text, or 0.
std::size_t tag_size(std::string_view text, std::string_view tag) {
    std::size_t size = 0;
    for (const char c : tag) {
        if (c == '1' && size < text.size() && text[size] == '-') size++;
        if (size == text.size() || upper(text[size]) != c) return 0;
        size++;
    }
    return size;
}

// Returns whether a word is the tag of an algorithm that this program computes.
bool is_known(std::string_view word) {
    return std::ranges::any_of(algorithms,
                               [&](const Algorithm *one) { return tag_size(word, one->tag) == word.size(); });
}

bool is_word_character(char c) {
    return (upper(c) >= 'A' && upper(c) <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '/' || c == '_';
}

// Returns whether a text begins with another one, in either case. `start` is in capitals.
bool begins_with(std::string_view text, std::string_view start) {
    return text.size() >= start.size() &&
           std::equal(start.begin(), start.end(), text.begin(), [](char a, char b) { return a == upper(b); });
}

// Returns whether a line ends with groups of four digits, as "NAME: F572 D396 ..." does.
bool is_of_gpg(std::string_view line) {
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos) return false;
    std::size_t groups = 0;
    for (std::string_view rest = line.substr(colon + 1); !rest.empty(); groups++) {
        const std::string_view group = take_word(rest);
        if (group.size() != 4 || hex_digits(group) != 4) return false;
    }
    return groups >= 8;
}

// Returns whether a line begins with a mode of six octal digits and has an id of Git.
bool is_of_git(std::string_view line) {
    const std::string_view mode = take_word(line);
    if (mode.size() != 6 || mode.find_first_not_of("01234567") != std::string_view::npos) return false;
    const std::string_view type = take_word(line), id = type == "blob" ? take_word(line) : type;
    return hex_digits(id) == 2 * OG_SHA1_DIGEST_SIZE && id.size() == 2 * OG_SHA1_DIGEST_SIZE;
}

// Returns whether a text is in hexadecimal and as long as the digest of an algorithm.
bool is_digest(std::string_view text) {
    return hex_digits(text) == text.size() &&
           (!other_of_size(text.size()).empty() || std::ranges::any_of(algorithms, [&](const Algorithm *one) {
               return text.size() == 2 * one->size;
           }));
}

// Returns whether a line has a comma or a semicolon, and one of the values that it separates is a digest or
// the name of an algorithm.
bool is_csv(std::string_view line) {
    if (line.find_first_of(",;") == std::string_view::npos) return false;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find_first_of(",;", at), line.size());
        std::string_view value = line.substr(at, end - at);
        if (value.size() > 1 && value.starts_with('"') && value.ends_with('"'))
            value = value.substr(1, value.size() - 2);
        if (is_digest(value) || is_known(value)) return true;
        at = end + 1;
    }
    return false;
}

// Returns whether a line ends with "= " and pairs of digits with colons between them.
bool has_colons(std::string_view line) {
    const std::size_t equals = line.rfind('=');
    if (equals == std::string_view::npos) return false;
    std::string digits;
    for (const char c : without_blanks(line.substr(equals + 1)))
        if (c != ':') digits += c;
    return line.substr(equals).find(':') != std::string_view::npos && is_digest(digits);
}

// Returns whether a text is a number in decimal.
bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Returns whether a line is one of "$NetBSD: ... $", "TIMESTAMP = N", "SIZE (NAME) = N" and "Size (NAME) = N
// bytes".
bool is_of_distinfo(std::string_view line) {
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    if (line.size() > 2 && line.starts_with('$') && line.ends_with('$')) return true;
    const std::size_t equals = line.rfind(" = ");
    if (equals == std::string_view::npos) return false;
    const std::string_view before = line.substr(0, equals);
    std::string_view after = line.substr(equals + 3);
    if (before == "TIMESTAMP") return is_number(after);
    if (after.ends_with(" bytes")) after.remove_suffix(std::string_view(" bytes").size());
    return begins_with(before, "SIZE (") && before.ends_with(')') && is_number(after);
}

// Returns whether a line begins as an entry of BSD does.
bool has_tag_of_bsd(std::string_view line) {
    if (line.starts_with('\\')) line.remove_prefix(1);
    return std::ranges::any_of(algorithms, [&](const Algorithm *one) {
        const std::size_t size = tag_size(line, one->tag);
        return size > 0 && without_blanks(line.substr(size)).starts_with('(');
    });
}

// Returns what a line is that is no entry of any algorithm, or "".
std::string_view what_instead(std::string_view line) {
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    const std::size_t word = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view rest = without_blanks(line.substr(word));
    if (hex_digits(line) == line.size())
        for (const Algorithm *algorithm : algorithms)
            if (line.size() == 2 * algorithm->size)
                return "this is a digest without a name: oldguard sum --expect DIGEST FILE compares a file "
                       "with it";
    const bool of_certutil = line.ends_with(':') && (begins_with(line, "SHA") || begins_with(line, "MD"));
    if (of_certutil || begins_with(line, "CERTUTIL:"))
        return "this is what certutil prints: oldguard sum --expect DIGEST FILE compares a file with its "
               "digest";
    const bool of_get_file_hash =
        begins_with(line, "ALGORITHM") && (rest.starts_with(":") || begins_with(rest, "HASH"));
    if (of_get_file_hash || begins_with(line, "\"ALGORITHM\""))
        return "this is what Get-FileHash prints, in which no program finds the name: write lines of a "
               "digest, "
               "two blanks and the name, or use oldguard sum --expect DIGEST FILE";
    if (begins_with(line, "<!DOCTYPE HTML") || begins_with(line, "<HTML")) return "this is a page in HTML";
    if (line.starts_with("-----BEGIN PGP SIGNED MESSAGE-----"))
        return "this list is signed: gpg --decrypt checks the signature and prints the list";
    if (begins_with(line, "<?XML")) return "this is XML, such as hashdeep -d writes";
    for (const std::string_view mark : {"\x1f\x8b", "BZh",
                                        "\xfd"
                                        "7zXZ",
                                        "PK\x03\x04", "\x28\xb5\x2f\xfd"})
        if (line.starts_with(mark)) return "this is a compressed file";
    if (line.starts_with('[') || line.starts_with('{'))
        return "this is JSON of another program: oldguard reads the lines of oldguard sum --format=jsonl";
    if (is_of_git(line))
        return "this is what git ls-tree and git ls-files -s print: write lines of an id, two blanks and the "
               "name, and compare them with oldguard audit --git-blob";
    if (is_of_gpg(line)) return "this is what gpg --print-md prints, in groups of digits";
    if (begins_with(line, "ED2K://") || begins_with(line, "MAGNET:")) return "this is a link";
    if (const std::size_t size = line.find_first_not_of("0123456789"); size != 0 && size == word)
        if (hex_digits(rest) >= 2 * OG_SHA1_DIGEST_SIZE)
            return "a size comes before the digest, as hashdeep -z and sha1deep -z print it";
    if (is_csv(line)) return "this is CSV: write lines of a digest, two blanks and the name";
    if (has_colons(line))
        return "this is a digest with colons, as openssl dgst -c prints it: run openssl dgst without -c";
    if (const std::optional<std::string> bytes = base64_decoded(line.substr(0, word));
        bytes && !rest.empty() &&
        std::ranges::any_of(algorithms, [&](const Algorithm *one) { return bytes->size() == one->size; }))
        return "this is a digest in base64: write it in hexadecimal, or in the form SHA1 (NAME) = DIGEST";
    if (const std::size_t before = line.find_last_of(" \t=:");
        before != std::string_view::npos && !has_tag_of_bsd(line) && is_digest(line.substr(before + 1)))
        return "this is a line with the digest after the name, as in the SFV lists of RHash: write lines of "
               "a "
               "digest, two blanks and the name";
    if (const std::size_t digits = hex_digits(line); digits == word && digits >= 8 && !rest.empty())
        return "this is no digest of SHA-1 (40 digits) or Whirlpool (128 digits)";
    const std::size_t last = line.find_last_of(" \t");
    if (last != std::string_view::npos && line.size() - last == 9 && hex_digits(line.substr(last + 1)) == 8)
        return "this is a line of CRC-32 (an SFV file), which oldguard does not compute";
    return "";
}

// Returns whether a name begins with a tag in parentheses and a colon, as in "DIGEST (SHA1): NAME".
bool begins_with_tag(std::string_view name) {
    for (const Algorithm *algorithm : algorithms)
        if (const std::size_t size = name.starts_with('(') ? tag_size(name.substr(1), algorithm->tag) : 0;
            size != 0 && name.substr(size + 1).starts_with("):"))
            return true;
    return false;
}

// Returns the name on disk, or nothing if an escape is invalid or the name contains a NUL.
std::optional<std::string> file_name(std::string_view text, bool name_is_escaped) {
    if (text.find('\0') != std::string_view::npos) return std::nullopt;
    return name_is_escaped ? unescaped(text) : std::string(text);
}

}  // namespace

std::string_view EntryParser::other_of(std::size_t digits) const {
    if (only_ == &whirlpool) return "";  // the user says what they are
    return digits == 2 * OG_WHIRLPOOL_DIGEST_SIZE ? long_digests_
           : digits == 2 * OG_SHA1_DIGEST_SIZE    ? (only_ == nullptr ? short_digests_ : "")
                                                  : other_of_size(digits);
}

void EntryParser::set_list_name(std::string_view name) {
    const std::string lower = lower_case(name.substr(name.rfind('/') + 1));
    const auto has = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
    long_digests_ = has("whirlpool")                  ? ""
                    : has("sha3")                     ? "SHA3-512"
                    : has("sha512") || has("sha-512") ? "SHA-512"
                    : has("b2sum") || has("blake2")   ? "BLAKE2b"
                                                      : "";
    short_digests_ = has("sha1") || has("sha-1")      ? ""
                     : has("rmd160") || has("ripemd") ? "RIPEMD-160"
                     : has("has160")                  ? "HAS-160"
                                                      : "";
}

bool is_comment(std::string_view line) {
    return line.empty() || line.starts_with('#') || line.starts_with(';') || line.starts_with("//") ||
           is_of_distinfo(line);
}

void Guesses::add(const Algorithm &algorithm, bool matched) {
    Count &count = &algorithm == &og::cli::whirlpool ? whirlpool : sha1;
    (matched ? count.matched : count.mismatched)++;
}

std::string_view Guesses::message() const {
    if (whirlpool.matched == 0 && whirlpool.mismatched > 0)
        return "no digest of 128 digits matches: those of SHA-512, SHA3-512 and BLAKE2b are as long as those "
               "of "
               "Whirlpool, and oldguard does not compute them";
    if (sha1.matched == 0 && sha1.mismatched > 1)
        return "no digest of 40 digits matches: those of RIPEMD-160 are as long as those of SHA-1, and "
               "oldguard "
               "does not compute them; ids of Git are as long, too, and oldguard audit --git-blob compares "
               "them";
    return "";
}

std::string_view other_of_size(std::size_t digits) {
    switch (digits) {
    case 32:
        return "MD5";
    case 56:
        return "SHA-224";
    case 64:
        return "SHA-256";
    case 96:
        return "SHA-384";
    default:
        return "";
    }
}

EntryParser::Start EntryParser::start_of(std::string_view line) const {
    Start start{without_blanks(line), false, nullptr};
    start.name_is_escaped = has_escapes_ && start.rest.starts_with('\\');
    if (start.name_is_escaped) start.rest.remove_prefix(1);
    for (const Algorithm *algorithm : algorithms) {
        const std::size_t size = tag_size(start.rest, algorithm->tag);
        if ((only_ != nullptr && only_ != algorithm) || size == 0) continue;
        start.tagged = algorithm;
        start.rest = without_blanks(start.rest.substr(size));
        break;
    }
    return start;
}

// Returns the algorithm of a digest that is followed by a blank and at least one more byte, or NULL.
const Algorithm *EntryParser::algorithm_of_digest(std::string_view rest) const {
    const std::size_t digits = hex_digits(rest);
    if (rest.size() >= digits + 2 && is_blank(rest[digits]))
        for (const Algorithm *algorithm : algorithms)
            if ((only_ == nullptr || only_ == algorithm) && digits == 2 * algorithm->size)
                return other_of(digits).empty() ? algorithm : nullptr;
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
    Entry entry{&algorithm, {}, *std::move(name)};
    if (const std::optional<std::string> bytes = base64_decoded(rest);
        bytes && bytes->size() == algorithm.size) {
        std::ranges::copy(*bytes, entry.digest.begin());  // cksum --base64
        return entry;
    }
    if (rest.size() != 2 * algorithm.size || hex_digits(rest) != rest.size()) return std::nullopt;
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
        if (form_ == gnu || begins_with_tag(text)) return std::nullopt;
        form_ = reversed;
    } else if (form_ != reversed) {
        form_ = gnu;
        text.remove_prefix(1);
    }
    auto name = file_name(text, name_is_escaped);
    if (!name) return std::nullopt;
    Entry entry{algorithm, {}, *std::move(name), true};
    decode_hex(entry.digest.data(), algorithm->size, rest);
    return entry;
}

NoEntry EntryParser::describe(std::string_view line) const {
    NoEntry found;
    const Start start = start_of(line);
    std::string_view rest = start.rest, name;
    const std::size_t digits = hex_digits(rest);
    const std::string_view after = rest.substr(digits);
    if (start.tagged == nullptr && line.find('\0') == std::string_view::npos) {
        if (after.size() > 1 && is_blank(after[0]) && !other_of(digits).empty()) {
            found.other = other_of(digits);
            name = after.substr(has_type(after.substr(1)) ? 2 : 1);
        } else {
            const std::size_t word =
                static_cast<std::size_t>(std::ranges::find_if_not(rest, is_word_character) - rest.begin());
            const std::string_view tag = rest.substr(0, word);
            rest = without_blanks(rest.substr(word));
            const std::size_t close = rest.rfind(')');
            if (!tag.empty() && rest.starts_with('(') && close != std::string_view::npos) {
                std::string_view digest = without_blanks(rest.substr(close + 1));
                const bool has_equals = digest.starts_with('=');
                digest = has_equals ? without_blanks(digest.substr(1)) : "";
                if (digest.size() >= 8 && hex_digits(digest) == digest.size() && !is_known(tag)) {
                    found.other = tag;
                    name = rest.substr(1, close - 1);
                }
            }
        }
        found.name = file_name(name, start.name_is_escaped).value_or("");
    }
    if (!found.other.empty()) return found;
    if (const Algorithm *algorithm = algorithm_of_digest(start.rest);
        algorithm != nullptr && start.tagged == nullptr &&
        begins_with_tag(without_blanks(start.rest.substr(2 * algorithm->size))))
        found.why =
            "a tag such as (SHA1): comes between the digest and the name, which no program reads: remove it";
    else
        found.why = what_instead(without_blanks(line));
    return found;
}

const Algorithm &EntryParser::likely(std::string_view line) const {
    if (only_ != nullptr) return *only_;
    if (const Algorithm *tagged = start_of(line).tagged; tagged != nullptr) return *tagged;
    return last_ != nullptr ? *last_ : sha1;
}

}  // namespace og::cli
