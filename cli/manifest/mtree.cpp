// SPDX-License-Identifier: MIT
// mtree(5), as the programs of FreeBSD and NetBSD and bsdtar write it: lines of a name and keywords. A name
// without a slash is relative to the last folder, and ".." leaves that folder. A name with a slash is
// relative to the root. /set gives defaults. Only the type, the size, the SHA-1 digest, and whether a file
// may be absent or is not compared, are used. A name with *, ? or [ is a pattern, unless the entry has a
// digest.
#include "line_parser.hpp"
#include "listed_name.hpp"
#include "text/glob.hpp"
#include "text/hex.hpp"
#include "text/quote.hpp"
#include "text/words.hpp"
#include "vis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace og::cli {
namespace {

// Returns the kind of a digest that is not checked, or "" for other keywords.
std::string_view unchecked_kind(std::string_view key) {
    if (constexpr std::string_view end = "digest"; key.ends_with(end)) key.remove_suffix(end.size());
    if (key == "ripemd160") return "rmd160";
    for (const std::string_view kind : {"md5", "rmd160", "sha256", "sha384", "sha512"})
        if (key == kind) return kind;
    return "";
}

// The keywords that are used. A missing one has no value.
struct MtreeKeywords {
    std::optional<std::string> type;
    std::optional<std::uint64_t> size;
    std::optional<std::array<std::uint8_t, OG_SHA1_DIGEST_SIZE>> sha1;
    bool optional = false;  // the file may be absent
    bool nochange = false;  // only its presence is compared
    bool ignore = false;    // nothing below the folder is compared

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
        } else {
            set_flag(key, true);
        }
        return "";
    }

    void set_flag(std::string_view key, bool value) {
        if (key == "optional") optional = value;
        if (key == "nochange") nochange = value;
        if (key == "ignore") ignore = value;
    }

    void unset(std::string_view key) {
        if (key == "all") *this = MtreeKeywords();
        set_flag(key, false);
        if (key == "type") type.reset();
        if (key == "size") size.reset();
        if (key == "sha1" || key == "sha1digest") sha1.reset();
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
        paths_allowed_ += bytes_of_paths * (line.size() + 1);
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

    // PATH_MAX of Linux without the NUL: mtree(8) opens no longer path. Folders nest without naming those
    // above, so that the sum of all paths would grow with the square of the size of the file.
    static constexpr std::size_t most_path = 4095;

    // Short lines in a deep folder would still make paths of a thousand times the size of the file. An entry
    // with a digest has at least 50 bytes, so that its path may have all that a system opens.
    static constexpr std::uint64_t paths_at_first = 1 << 20, bytes_of_paths = 100;
    static constexpr std::size_t most_globs = 1000;

    // Stores a keyword, and notes a digest that is not checked.
    std::string set(MtreeKeywords &keywords, std::string_view word) {
        const std::string_view kind = unchecked_kind(word.substr(0, word.find('=')));
        if (!kind.empty() && std::ranges::find(manifest_.unchecked, kind) == manifest_.unchecked.end())
            manifest_.unchecked.emplace_back(kind);
        return keywords.set(word);
    }

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
            if (std::string why = set(keywords, take_word(line)); !why.empty()) return why;
        // A slash that is escaped would be part of the path, too.
        const bool whole_path = word.find('/') != std::string_view::npos;
        if (!whole_path && name->find('/') != std::string::npos)
            return fmt::format("escaped slash in {}", in_quotes(word));
        if (!whole_path && folder_.size() + name->size() > most_path)
            return fmt::format("the path of this entry is longer than {} bytes", most_path);
        const std::string path = whole_path ? *name : folder_ + *name;
        if (path.size() > paths_allowed_)
            return fmt::format("the paths of the entries are more than {} times as long as their lines",
                               bytes_of_paths);
        paths_allowed_ -= path.size();
        const bool is_pattern = is_glob(word) || (!whole_path && pattern_level_ != 0);
        const std::string glob = whole_path ? vis_glob(word) : folder_glob_ + vis_glob(word);
        if (keywords.type == "dir") return add_folder(path, *name, whole_path, glob, is_glob(word), keywords);
        if (keywords.type && *keywords.type != "file") return "";
        // mtree(8) writes * and ? in a name as they are. A digest belongs to one file, so that is its name.
        const bool has_content = keywords.sha1 && !keywords.nochange;
        return is_pattern && !has_content ? add_pattern(path, glob, keywords) : add(path, keywords);
    }

    // Enters a folder, unless the name is a whole path.
    std::string add_folder(const std::string &path, std::string_view name, bool whole_path,
                           const std::string &glob, bool is_pattern, const MtreeKeywords &keywords) {
        if (!whole_path && !levels_.empty() && (name == "." || name == ".."))
            return "this folder is no part of a tree";
        if (keywords.ignore)
            if (std::string why = add_glob((name == "." ? "" : glob + '/') + "**", UINT32_MAX); !why.empty())
                return why;
        if (keywords.optional && name != ".") {
            ListedName listed;
            if (std::string why = split_name(path, options_.names, listed); !why.empty()) return why;
            if (manifest_.optional_folders.size() == most_globs)
                return fmt::format("more than {} optional folders", most_globs);
            manifest_.optional_folders.emplace_back(listed.name);
        }
        if (whole_path) return "";
        levels_.push_back({folder_.size(), folder_glob_.size()});
        if (is_pattern && pattern_level_ == 0) pattern_level_ = levels_.size();
        if (name == ".") return "";
        folder_ = path + '/';
        folder_glob_ = glob + '/';
        return "";
    }

    // Adds an entry that stands for all files whose names match.
    std::string add_pattern(const std::string &path, const std::string &glob, const MtreeKeywords &keywords) {
        if (const std::string_view fault = fault_of_glob(glob); !fault.empty())
            return fmt::format("the pattern is malformed: {}", fault);
        ListedName listed;
        if (std::string why = split_name(path, options_.names, listed); !why.empty()) return why;
        ManifestEntry *entry = manifest_.add(listed.prefix, listed.name);
        if (entry == nullptr) return "";
        entry->line = first_;
        entry->is_glob = entry->by_name = true;
        entry->optional = keywords.optional;
        return add_glob(glob, static_cast<std::uint32_t>(manifest_.size() - 1));
    }

    // Every file that is not listed is compared with each pattern.
    std::string add_glob(std::string_view glob, std::uint32_t entry) {
        if (glob.starts_with("./")) glob.remove_prefix(2);
        if (manifest_.globs.size() == most_globs) return fmt::format("more than {} patterns", most_globs);
        manifest_.globs.push_back({std::string(glob), entry});
        return "";
    }

    std::string set_defaults(std::string_view line, bool unset) {
        while (!line.empty()) {
            const std::string_view word = take_word(line);
            if (unset)
                defaults_.unset(word);
            else if (std::string why = set(defaults_, word); !why.empty())
                return why;
        }
        return "";
    }

    std::string leave() {
        if (levels_.empty()) return "\"..\" leaves the folder of the manifest";
        folder_.resize(levels_.back().name);
        folder_glob_.resize(levels_.back().glob);
        if (pattern_level_ == levels_.size()) pattern_level_ = 0;
        levels_.pop_back();
        return "";
    }

    std::string add(const std::string &path, const MtreeKeywords &keywords) {
        ListedContent content;
        if (!keywords.nochange) {
            content.size = keywords.size;
            if (keywords.sha1) content.digests[static_cast<std::size_t>(Hash::sha1)] = keywords.sha1->data();
        }
        ManifestEntry *entry = nullptr;
        std::string why = add_entry(manifest_, path, options_.names, first_, content, entry);
        if (!why.empty() || entry == nullptr || entry->line != first_) return why;
        entry->optional = keywords.optional;
        entry->by_name = keywords.nochange;
        return "";
    }

    const ReadOptions &options_;
    Manifest &manifest_;
    MtreeKeywords defaults_;
    std::string joined_;                            // the parts of a line that is continued
    std::uint32_t first_ = 0;                       // the line where it begins
    std::uint64_t paths_allowed_ = paths_at_first;  // bytes that the paths of the next entries may have
    std::string folder_;                            // the current folder, with a slash, or ""
    std::string folder_glob_;                       // the same as a pattern
    struct Sizes {
        std::size_t name, glob;
    };
    std::vector<Sizes> levels_;      // the sizes of both in the folders around
    std::size_t pattern_level_ = 0;  // the number of the outermost folder whose name is a pattern, or 0
};

}  // namespace

std::unique_ptr<LineParser> mtree_parser(const ReadOptions &options, Manifest &manifest) {
    return std::make_unique<MtreeParser>(options, manifest);
}

}  // namespace og::cli
