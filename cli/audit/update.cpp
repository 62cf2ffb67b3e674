// SPDX-License-Identifier: MIT
#include "update.hpp"

#include "compare.hpp"
#include "exit_status.hpp"
#include "files/atomic_output.hpp"
#include "manifest_line.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace og::cli {
namespace {

constexpr std::size_t update_block = 64 * 1024;

Digests listed_digests(const Manifest &manifest, const ManifestEntry &entry) {
    Digests digests;
    for (const Hash hash : hashes) {
        if (!entry.has(hash)) continue;
        const auto digest = manifest.digest(entry, hash);
        std::copy(digest.begin(), digest.end(), digests[static_cast<std::size_t>(hash)].emplace().begin());
    }
    return digests;
}

class Updater {
public:
    Updater(const std::string &file, const Manifest &manifest, const Findings &findings, Update update)
        : manifest_(manifest), findings_(findings), update_(update), out_(file) {}

    UpdateResult run() {
        if (!out_.ok()) return {exit_stopped, out_.complaint()};
        text_ = manifest_header(manifest_.format, manifest_);
        for (std::uint32_t i = 0; i < manifest_.size() && result_.status == exit_ok; i++)
            if (!is_dropped(i)) add(listed_entry(i));
        for (const std::uint32_t i : new_files())
            if (result_.status == exit_ok) add(new_entry(findings_.unlisted[i]));
        if (result_.status != exit_ok) return result_;
        if (!out_.write(text_.data(), text_.size()) || !out_.commit())
            return {exit_stopped, out_.complaint()};
        return {};
    }

private:
    // A file that --exclude leaves out was not looked for, so its entry stays.
    bool is_dropped(std::uint32_t index) const {
        const Listed &listed = findings_.listed[index];
        return update_ == Update::all && listed.decided && listed.status == Status::missing;
    }

    NewEntry listed_entry(std::uint32_t index) const {
        const ManifestEntry &entry = manifest_[index];
        const Listed &listed = findings_.listed[index];
        NewEntry made{std::string(Manifest::prefix_of(entry)), std::nullopt, &entry,
                      listed_digests(manifest_, entry), entry.has_checked ? entry.checked : 0};
        if (listed.status == Status::moved) {
            const Unlisted &place = findings_.unlisted[findings_.details.at(index).to];
            made.name += place.name;
            made.state = place.state;
            made.checked = place.checked;
            return made;
        }
        made.name += entry.name;
        const bool take_change = listed.status == Status::changed && update_ == Update::all;
        if (take_change || (is_good(listed.status) && belongs_to_digests(entry, listed)))
            made.state = listed.state;
        if (take_change) made.digests = findings_.details.at(index).digests;
        if (listed.status == Status::ok || take_change) made.checked = listed.checked;
        return made;
    }

    NewEntry new_entry(const Unlisted &file) const {
        const std::string prefix(manifest_.size() > 0 ? Manifest::prefix_of(manifest_[0]) : "");
        return {prefix + file.name, file.state, nullptr, file.digests, file.checked};
    }

    // Returns the unlisted files to add, sorted by name.
    std::vector<std::uint32_t> new_files() const {
        std::vector<std::uint32_t> files;
        for (std::uint32_t i = 0; i < findings_.unlisted.size(); i++) {
            const Status status = findings_.unlisted[i].status;
            if (status == Status::new_file || status == Status::duplicate) files.push_back(i);
        }
        std::sort(files.begin(), files.end(), [&](std::uint32_t a, std::uint32_t b) {
            return findings_.unlisted[a].name < findings_.unlisted[b].name;
        });
        return files;
    }

    void add(const NewEntry &entry) {
        if (!can_express(manifest_.format, entry.name)) {
            result_ = {exit_failed,
                       fmt::format("{}: the format {} has no line for this name; the manifest is as it was",
                                   shell_quoted(entry.name), name_of(manifest_.format))};
            return;
        }
        append_entry(text_, manifest_.format, entry);
        if (text_.size() < update_block) return;
        if (!out_.write(text_.data(), text_.size())) result_ = {exit_stopped, out_.complaint()};
        text_.clear();
    }

    const Manifest &manifest_;
    const Findings &findings_;
    const Update update_;
    AtomicOutput out_;
    std::string text_;
    UpdateResult result_;
};

}  // namespace

bool can_update(const std::string &file, const Manifest &manifest) {
    return file != "-" &&
           (manifest.format == ManifestFormat::gnu || manifest.format == ManifestFormat::bsd ||
            manifest.format == ManifestFormat::hashdeep || manifest.format == ManifestFormat::jsonl);
}

UpdateResult update_manifest(const std::string &file, const Manifest &manifest, const Findings &findings,
                             Update update) {
    return Updater(file, manifest, findings, update).run();
}

}  // namespace og::cli
