// SPDX-License-Identifier: MIT
// mtree(5), as the programs of FreeBSD and NetBSD and bsdtar write it: lines of a name and keywords. A name
// without a slash is relative to the last folder, and ".." leaves that folder. A name with a slash is
// relative to the root. /set gives defaults. Only the type, the size and the SHA-1 digest are used.
#include "line_parser.hpp"
#include "listed_name.hpp"
#include "text/hex.hpp"
#include "text/quote.hpp"
#include "text/words.hpp"
#include "vis.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace og::cli {
namespace {

// The keywords that are used. A missing one has no value.
struct MtreeKeywords {
    std::optional<std::string> type;
    std::optional<std::uint64_t> size;
    std::optional<std::array<std::uint8_t, OG_SHA1_DIGEST_SIZE>> sha1;

    // Stores a keyword. Returns "" or the reason why its value is refused.
    std::string set(std::string_view word) {
        const std::size_t equals = word.find('=');
        const std::string_view key = word.substr(0, equals);
        const std::string_view value =
            equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
        if (key == "type") {
            type = value;
        } else if (key == "size") {
            std::uint64_t number = 0;
            const auto parsed = std::from_chars(value.begin(), value.end(), number);
            if (parsed.ec != std::errc{} || parsed.ptr != value.end())
                return fmt::format("the size is no number: {}", printable(word));
            size = number;
        } else if (key == "sha1" || key == "sha1digest") {
            if (value.size() != 2 * OG_SHA1_DIGEST_SIZE || hex_digits(value) != value.size())
                return fmt::format("this is no SHA-1 digest: {}", printable(word));
            decode_hex(sha1.emplace().data(), OG_SHA1_DIGEST_SIZE, value);
        }
        return "";
    }

    void unset(std::string_view key) {
        if (key == "type" || key == "all") type.reset();
        if (key == "size" || key == "all") size.reset();
        if (key == "sha1" || key == "sha1digest" || key == "all") sha1.reset();
    }
};

class MtreeParser final : public LineParser {
public:
    MtreeParser(const ReadOptions &options, Manifest &manifest) : options_(options), manifest_(manifest) {
        manifest.format = ManifestFormat::mtree;
    }

    // A backslash at the end of a line continues it.
    std::string take(std::string_view line, std::uint32_t number) override {
        if (joined_.empty()) first_ = number;
        if (line.ends_with('\\')) {
            line.remove_suffix(1);
            joined_ += line;
            joined_ += ' ';
            return joined_.size() > most_joined ? "the line and its continuations are too long" : "";
        }
        if (joined_.empty()) return take_whole(line);
        joined_ += line;
        const std::string why = take_whole(joined_);
        joined_.clear();
        return why;
    }

    std::string end() override {
        return joined_.empty() ? "" : "the last line is continued, and nothing follows";
    }

private:
    static constexpr std::size_t most_joined = 1 << 20;

    std::string take_whole(std::string_view line) {
        const std::string_view word = take_word(line);
        if (word.empty() || word.starts_with('#')) return "";
        if (word == "/set" || word == "/unset") return set_defaults(line, word == "/unset");
        if (word.starts_with('/')) return fmt::format("unknown command {}", in_quotes(word));
        if (word == "..") return leave();
        const std::optional<std::string> name = vis_decoded(word);
        if (!name) return fmt::format("invalid escape in {}", in_quotes(word));
        MtreeKeywords keywords = defaults_;
        while (!line.empty())
            if (std::string why = keywords.set(take_word(line)); !why.empty()) return why;
        // A slash that is escaped would be part of the path, too.
        const bool whole_path = word.find('/') != std::string_view::npos;
        if (!whole_path && name->find('/') != std::string::npos)
            return fmt::format("escaped slash in {}", in_quotes(word));
        const std::string path = whole_path ? *name : folder_ + *name;
        if (keywords.type == "dir") {
            if (whole_path) return "";
            if (!levels_.empty() && (*name == "." || *name == ".."))
                return "this folder is no part of a tree";
            levels_.push_back(folder_.size());
            if (*name != ".") folder_ = path + '/';
            return "";
        }
        if (keywords.type && *keywords.type != "file") return "";
        return add(path, keywords);
    }

    std::string set_defaults(std::string_view line, bool unset) {
        while (!line.empty()) {
            const std::string_view word = take_word(line);
            if (unset)
                defaults_.unset(word);
            else if (std::string why = defaults_.set(word); !why.empty())
                return why;
        }
        return "";
    }

    std::string leave() {
        if (levels_.empty()) return "\"..\" leaves the folder of the manifest";
        folder_.resize(levels_.back());
        levels_.pop_back();
        return "";
    }

    std::string add(const std::string &path, const MtreeKeywords &keywords) {
        ManifestEntry *entry = nullptr;
        if (std::string why = add_entry(manifest_, path, options_.roots, first_, entry); !why.empty())
            return why;
        entry->has_size = keywords.size.has_value();
        entry->size = keywords.size.value_or(0);
        if (keywords.sha1) manifest_.set_digest(*entry, Hash::sha1, keywords.sha1->data());
        return "";
    }

    const ReadOptions &options_;
    Manifest &manifest_;
    MtreeKeywords defaults_;
    std::string joined_;               // the parts of a line that is continued
    std::uint32_t first_ = 0;          // the line where it begins
    std::string folder_;               // the current folder, with a slash, or ""
    std::vector<std::size_t> levels_;  // the sizes of folder_ in the folders around
};

}  // namespace

std::unique_ptr<LineParser> mtree_parser(const ReadOptions &options, Manifest &manifest) {
    return std::make_unique<MtreeParser>(options, manifest);
}

}  // namespace og::cli
