// SPDX-License-Identifier: MIT
// JSON lines: one object per file, and at the end one with a summary. share/oldguard/audit.schema.json
// describes them.
#include "json_line.hpp"
#include "line_parser.hpp"
#include "listed_name.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

namespace og::cli {
namespace {

class JsonParser final : public LineParser {
public:
    JsonParser(const ReadOptions &options, Manifest &manifest) : options_(options), manifest_(manifest) {
        manifest.format = ManifestFormat::jsonl;
    }

    std::string take(std::string_view line, std::uint32_t number) override {
        if (line.empty()) return "";
        if (std::string why = parse_json_line(line, line_); !why.empty()) return why;
        if (line_.is_summary) return "";
        if (!line_.has_name) return "the object has no name";
        const bool any = line_.has_digest[0] || line_.has_digest[1] || line_.has_digest[2];
        // A file that could not be read has no digest. It is not listed, so an audit reports it as new.
        if (!any && line_.has_status) return "";
        if (!any) return "the object has none of sha1, whirlpool and git_blob";
        ListedContent content;
        if (line_.has_size) content.size = line_.size;
        for (const Hash hash : hashes)
            if (line_.has_digest[static_cast<std::size_t>(hash)])
                content.digests[static_cast<std::size_t>(hash)] =
                    line_.digests[static_cast<std::size_t>(hash)].data();
        ManifestEntry *entry = nullptr;
        std::string why = add_entry(manifest_, line_.name, options_.names, number, content, entry);
        if (!why.empty() || entry == nullptr || entry->line != number) return why;
        entry->mtime = line_.mtime;
        entry->inode = line_.inode;
        entry->checked = line_.checked;
        entry->has_mtime = line_.has_mtime;
        entry->has_inode = line_.has_inode;
        entry->has_checked = line_.has_checked;
        entry->differed = line_.differed;
        return "";
    }

private:
    const ReadOptions &options_;
    Manifest &manifest_;
    JsonLine line_;
};

}  // namespace

std::unique_ptr<LineParser> json_parser(const ReadOptions &options, Manifest &manifest) {
    return std::make_unique<JsonParser>(options, manifest);
}

}  // namespace og::cli
