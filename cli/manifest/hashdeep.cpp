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
        if (number == 1) return line == "%%%% HASHDEEP-1.0" ? "" : "the header is not %%%% HASHDEEP-1.0";
        if (number == 2) return take_columns(line);
        if (manifest_.size() == 0 && line.starts_with("##")) return "";
        return take_entry(line, number);
    }

    std::string end() override { return columns_.empty() ? "the line of the columns is missing" : ""; }

private:
    std::string take_columns(std::string_view line) {
        if (!line.starts_with("%%%% ")) return "the line of the columns must begin with %%%%";
        line.remove_prefix(5);
        while (!line.empty()) columns_.emplace_back(take_until_comma(line));
        if (columns_.size() < 2 || columns_.front() != "size" || columns_.back() != "filename")
            return "the columns do not begin with size and end with filename";
        for (std::size_t i = 1; i + 1 < columns_.size(); i++) {
            if (std::count(columns_.begin(), columns_.end(), columns_[i]) > 1)
                return fmt::format("two columns are {}", printable(columns_[i]));
            if (columns_[i] != "sha1" && columns_[i] != "whirlpool")
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
        bool has[2]{};
        for (std::size_t i = 1; i + 1 < columns_.size(); i++) {
            const std::string_view text = take_until_comma(line);
            if (text.empty() || hex_digits(text) != text.size()) return no_entry;
            if (columns_[i] != "sha1" && columns_[i] != "whirlpool") continue;
            const Hash hash = columns_[i] == "sha1" ? Hash::sha1 : Hash::whirlpool;
            if (text.size() != 2 * size_of(hash)) return no_entry;
            decode_hex(digests[static_cast<std::size_t>(hash)], size_of(hash), text);
            has[static_cast<std::size_t>(hash)] = true;
        }
        if (line.empty()) return no_entry;
        ManifestEntry *entry = nullptr;
        if (std::string why = add_entry(manifest_, line, options_.roots, number, entry); !why.empty())
            return why;
        entry->size = size;
        entry->has_size = true;
        for (const Hash hash : {Hash::sha1, Hash::whirlpool})
            if (has[static_cast<std::size_t>(hash)])
                manifest_.set_digest(*entry, hash, digests[static_cast<std::size_t>(hash)]);
        return "";
    }

    const ReadOptions &options_;
    Manifest &manifest_;
    std::vector<std::string> columns_;
};

}  // namespace

std::unique_ptr<LineParser> hashdeep_parser(const ReadOptions &options, Manifest &manifest) {
    return std::make_unique<HashdeepParser>(options, manifest);
}

}  // namespace og::cli
