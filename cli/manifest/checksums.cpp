// SPDX-License-Identifier: MIT
// Lines of digest and name, in the GNU and BSD forms that EntryParser accepts.
#include "line_parser.hpp"
#include "listed_name.hpp"
#include "sum/checkfile.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

namespace og::cli {
namespace {

class ChecksumParser final : public LineParser {
public:
    ChecksumParser(const ReadOptions &options, Manifest &manifest)
        : options_(options), manifest_(manifest), parser_(options.git_blob ? &sha1 : nullptr) {}

    // A name may have a line for each algorithm.
    std::string take(std::string_view line, std::uint32_t number) override {
        if (line.empty() || line.starts_with('#')) return "";
        const std::optional<Entry> found = parser_.parse(line);
        if (!found) return fmt::format("improperly formatted {} checksum line", parser_.likely(line).tag);
        if (manifest_.size() == 0)
            manifest_.format = is_tagged(line) ? ManifestFormat::bsd : ManifestFormat::gnu;
        ListedName listed;
        if (std::string why = split_name(found->name, options_.roots, listed); !why.empty()) return why;
        const Hash hash = options_.git_blob                ? Hash::git_blob
                          : found->algorithm == &whirlpool ? Hash::whirlpool
                                                           : Hash::sha1;
        ManifestEntry *entry = manifest_.add(listed.prefix, listed.name);
        if (entry == nullptr) {
            entry = manifest_.find(listed.name);
            if (entry->has(hash)) return listed_twice(*entry);
        } else {
            entry->line = number;
        }
        manifest_.set_digest(*entry, hash, found->digest.data());
        return "";
    }

private:
    // Says whether an entry begins with a tag, which is in capitals and no hexadecimal number.
    static bool is_tagged(std::string_view line) {
        const std::size_t start = line.find_first_not_of(" \t\\");
        return line.substr(start).starts_with("SHA1") || line.substr(start).starts_with("WHIRLPOOL");
    }

    const ReadOptions &options_;
    Manifest &manifest_;
    EntryParser parser_;
};

}  // namespace

std::unique_ptr<LineParser> checksum_parser(const ReadOptions &options, Manifest &manifest) {
    return std::make_unique<ChecksumParser>(options, manifest);
}

}  // namespace og::cli
