// SPDX-License-Identifier: MIT
// hashdeep's format: two header lines that begin with "%%%% ", comments that begin with "##", then lines of
// comma-separated values whose last one is the name. hashdeep writes a line feed in a name as it is, so a
// line that is no entry refuses the file.
#include "line_parser.hpp"
#include "listed_name.hpp"
#include "text/hex.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace og::cli {
namespace {

// Removes the text before the next comma, and the comma, and returns the text. The rest becomes empty without
// a comma.
std::string_view take_until_comma(std::string_view &rest) {
    const std::size_t comma = rest.find(',');
    const std::string_view value = rest.substr(0, comma);
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    return value;
}

class HashdeepParser final : public LineParser {
public:
    HashdeepParser(const ReadOptions &options, Manifest &manifest) : options_(options), manifest_(manifest) {
        manifest.format = ManifestFormat::hashdeep;
    }

    std::string take(std::string_view line, std::uint32_t number) override {
        // A header begins a list. Several lists in one file are what cat makes of them.
        if (expected_ == header || line == first_line) {
            if (line != first_line) return "the header is not %%%% HASHDEEP-1.0";
            expected_ = columns;
            has_pieces_ = false;
            return "";
        }
        if (expected_ == columns) return take_columns(line);
        if (expected_ == comments && line.starts_with("##")) {
            has_pieces_ = has_pieces_ || line.find(" -p") != std::string_view::npos;  // its command line
            return "";
        }
        expected_ = entries;
        return take_entry(line, number);
    }

    std::string end() override { return expected_ == columns ? "the line of the columns is missing" : ""; }

private:
    std::string take_columns(std::string_view line) {
        if (!line.starts_with("%%%% ")) return "the line of the columns must begin with %%%%";
        line.remove_prefix(5);
        expected_ = comments;
        columns_.clear();
        while (!line.empty()) columns_.emplace_back(take_until_comma(line));
        if (columns_.size() > most_columns)
            return fmt::format("there are more than {} columns", most_columns);
        if (columns_.size() < 2 || columns_.front() != "size" || columns_.back() != "filename")
            return "the columns do not begin with size and end with filename";
        for (std::size_t i = 1; i + 1 < columns_.size(); i++) {
            if (std::count(columns_.begin(), columns_.end(), columns_[i]) > 1)
                return fmt::format("two columns are {}", printable(columns_[i]));
            if (columns_[i] != "sha1" && columns_[i] != "whirlpool" && unchecked_.insert(columns_[i]).second)
                manifest_.unchecked.push_back(columns_[i]);
        }
        return "";
    }

    std::string take_entry(std::string_view line, std::uint32_t number) {
        static constexpr const char *no_entry =
            "this is no entry; hashdeep does not escape a line feed in a name";
        const std::string_view size_text = take_until_comma(line);
        std::uint64_t size = 0;
        const auto parsed = std::from_chars(size_text.begin(), size_text.end(), size);
        if (parsed.ec != std::errc{} || parsed.ptr != size_text.end()) return no_entry;
        std::uint8_t digests[2][OG_WHIRLPOOL_DIGEST_SIZE];
        ListedContent content{.size = size};
        for (std::size_t i = 1; i + 1 < columns_.size(); i++) {
            const std::string_view text = take_until_comma(line);
            if (text.empty() || hex_digits(text) != text.size()) return no_entry;
            if (columns_[i] != "sha1" && columns_[i] != "whirlpool") continue;
            const Hash hash = columns_[i] == "sha1" ? Hash::sha1 : Hash::whirlpool;
            if (text.size() != 2 * size_of(hash)) return no_entry;
            decode_hex(digests[static_cast<std::size_t>(hash)], size_of(hash), text);
            content.digests[static_cast<std::size_t>(hash)] = digests[static_cast<std::size_t>(hash)];
        }
        if (line.empty()) return no_entry;
        if (has_pieces_ && is_piece(line, size))
            return "this list is piecewise (hashdeep -p): its digests are of parts of files";
        ManifestEntry *entry = nullptr;
        return add_entry(manifest_, line, options_.names, number, content, entry);
    }

    // Returns whether a name ends with " offset FIRST-LAST" and the part has the size of the entry.
    static bool is_piece(std::string_view name, std::uint64_t size) {
        static constexpr std::string_view word = " offset ";
        const std::size_t at = name.rfind(word), hyphen = name.rfind('-');
        if (at == std::string_view::npos || hyphen == std::string_view::npos || hyphen < at) return false;
        const char *first_at = name.data() + at + word.size(), *last_at = name.data() + hyphen + 1;
        std::uint64_t first = 0, last = 0;
        const auto first_end = std::from_chars(first_at, last_at - 1, first),
                   last_end = std::from_chars(last_at, name.end(), last);
        return first_end.ec == std::errc{} && first_end.ptr == last_at - 1 && last_end.ec == std::errc{} &&
               last_end.ptr == name.end() && last - first + 1 == size;
    }

    // hashdeep has five hashes.
    static constexpr std::size_t most_columns = 64;
    static constexpr std::string_view first_line = "%%%% HASHDEEP-1.0";

    const ReadOptions &options_;
    Manifest &manifest_;
    std::vector<std::string> columns_;
    std::set<std::string> unchecked_;  // the same as in manifest_
    enum { header, columns, comments, entries } expected_ = header;
    bool has_pieces_ = false;  // a comment has the option -p of hashdeep
};

}  // namespace

std::unique_ptr<LineParser> hashdeep_parser(const ReadOptions &options, Manifest &manifest) {
    return std::make_unique<HashdeepParser>(options, manifest);
}

}  // namespace og::cli
