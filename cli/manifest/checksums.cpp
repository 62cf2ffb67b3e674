// SPDX-License-Identifier: MIT
// A LineParser around the EntryParser of checkfile.hpp, which reads the GNU and BSD lines.
#include "checkfile.hpp"
#include "line_parser.hpp"
#include "listed_name.hpp"
#include "text/hex.hpp"

#include <fmt/format.h>

namespace og::cli {
namespace {

class ChecksumParser final : public LineParser {
public:
    ChecksumParser(const ReadOptions &options, Manifest &manifest)
        : options_(options), manifest_(manifest), parser_(options.git_blob ? &sha1 : nullptr) {
        parser_.set_escapes(manifest.has_escapes);
        parser_.set_list_name(manifest.file);
    }

    // A name may have a line for each algorithm.
    std::string take(std::string_view line, std::uint32_t number) override {
        if (is_comment(line)) return "";
        const std::optional<Entry> found = parser_.parse(line);
        if (!found) return take_other(line, number);
        if (!has_format_) manifest_.format = is_tagged(line) ? ManifestFormat::bsd : ManifestFormat::gnu;
        has_format_ = true;
        const Hash hash = options_.git_blob                ? Hash::git_blob
                          : found->algorithm == &whirlpool ? Hash::whirlpool
                                                           : Hash::sha1;
        if (hash != Hash::git_blob && found->by_length)
            manifest_.guesses[static_cast<std::size_t>(hash)] = true;
        ListedContent content;
        content.digests[static_cast<std::size_t>(hash)] = found->digest.data();
        ManifestEntry *entry = nullptr;
        return add_entry(manifest_, found->name, options_.names, number, content, entry);
    }

private:
    // Takes a line that is no entry. The file of another algorithm's line is listed, without a digest.
    std::string take_other(std::string_view line, std::uint32_t number) {
        const NoEntry what = parser_.describe(line);
        if (what.other.empty())
            return what.why.empty()
                       ? fmt::format("improperly formatted {} checksum line", parser_.likely(line).tag)
                       : what.why;
        manifest_.left_out.others[what.other]++;
        ListedName listed;
        if (!split_name(what.name, options_.names, listed).empty()) return "";
        if (ManifestEntry *entry = manifest_.add(listed.prefix, listed.name); entry != nullptr)
            entry->line = number;
        return "";
    }

    // Says whether an entry begins with a tag, not with a digest.
    static bool is_tagged(std::string_view line) {
        return hex_digits(line.substr(line.find_first_not_of(" \t\\"))) < 2 * OG_SHA1_DIGEST_SIZE;
    }

    const ReadOptions &options_;
    Manifest &manifest_;
    EntryParser parser_;
    bool has_format_ = false;
};

}  // namespace

std::unique_ptr<LineParser> checksum_parser(const ReadOptions &options, Manifest &manifest) {
    return std::make_unique<ChecksumParser>(options, manifest);
}

}  // namespace og::cli
