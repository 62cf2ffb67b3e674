// SPDX-License-Identifier: MIT
#include "tell.hpp"

#include "manifest/checkfile.hpp"
#include "manifest/lines_of.hpp"
#include "manifest/listed_name.hpp"
#include "text/keyed_hash.hpp"
#include "text/messages.hpp"

#include <algorithm>
#include <unordered_set>

namespace og::cli {
namespace {

// Returns whether no file has the name of an entry.
bool is_absent(const Findings &findings, std::uint32_t i) {
    const Status status = findings.listed[i].status;
    return findings.listed[i].decided && (status == Status::missing || status == Status::moved);
}

// Says what explains differences between the names in the manifest and on the disk.
void tell_about_names(const Manifest &manifest, const Findings &findings, Notes &notes) {
    if (const std::size_t twins = findings.twins.size(); twins > 0)
        notes.add(fmt::format("warning: {}: another Unicode form of the name is on the disk (NFC, NFD){}",
                              shell_quoted(manifest[findings.twins[0]].name),
                              twins > 1 ? fmt::format(", and of {} more", twins - 1) : ""));
    bool backslashes = false;
    for (std::uint32_t i = 0; i < findings.listed.size(); i++) {
        if (!is_absent(findings, i)) continue;
        if (manifest[i].name == "-")
            notes.add("warning: sha1sum calls standard input -: oldguard sum --expect DIGEST FILE compares a "
                      "file with its digest");
        backslashes = backslashes || manifest[i].name.find('\\') != std::string_view::npos;
    }
    if (backslashes) notes.add("names contain backslashes: --backslashes takes them for separators");
}

// Says what the names of files are that are part of listed names.
void tell_about_parts_of_names(const Manifest &manifest, const Findings &findings, Notes &notes) {
    std::unordered_set<std::string_view, KeyedHash> files;
    for (const Unlisted &file : findings.unlisted)
        if (file.is_file) files.insert(file.name);
    NamesWithMore found;
    for (std::uint32_t i = 0; i < findings.listed.size() && !files.empty(); i++)
        if (is_absent(findings, i))
            found.add(manifest[i].name, [&](const std::string &name) { return files.contains(name); });
    if (found.count > 0) notes.add("warning: " + found.message());
}

// Says that the digests of one length may be of another algorithm.
void tell_about_guesses(const Manifest &manifest, const Findings &findings, Notes &notes) {
    Guesses found;
    for (const Hash hash : {Hash::sha1, Hash::whirlpool}) {
        if (!manifest.guesses[static_cast<std::size_t>(hash)]) continue;
        const Algorithm &algorithm = hash == Hash::sha1 ? sha1 : whirlpool;
        for (const auto &[index, detail] : findings.details) {
            const auto &digest = detail.digests[static_cast<std::size_t>(hash)];
            if (!digest || !manifest[index].has(hash)) continue;
            found.add(algorithm, std::ranges::equal(manifest.digest(manifest[index], hash), *digest));
        }
        for (std::uint32_t i = 0; i < findings.listed.size(); i++)
            if (findings.listed[i].status == Status::ok && manifest[i].has(hash)) found.add(algorithm, true);
    }
    if (const std::string_view message = found.message(); !message.empty())
        notes.add(fmt::format("warning: {}", message));
}

}  // namespace

void Notes::add(std::string text) {
    if (keep_)
        kept_.push_back(std::move(text));
    else
        complain("audit", text);
}

void Notes::release() {
    for (const std::string &text : kept_) complain("audit", text);
    kept_.clear();
    keep_ = false;
}

void tell_about(const Manifest &manifest, const std::string &title, Notes &notes) {
    for (const std::string &warning : manifest.warnings) notes.add("warning: " + warning);
    for (const std::string &message : manifest.left_out.messages())
        notes.add(fmt::format("warning: {}: {}", title_of_manifest(title), printable(message)));
    for (const std::string &problem : manifest.problems) complain("audit", problem);
    std::string names;
    for (const std::string &name : manifest.unchecked) names += (names.empty() ? "" : ", ") + name;
    if (!names.empty())
        notes.add(fmt::format("warning: {}: digests of these kinds are not checked: {}",
                              title_of_manifest(title), printable(names)));
}

void tell_about(const Manifest &manifest, const Findings &findings, Notes &notes) {
    tell_about_names(manifest, findings, notes);
    tell_about_parts_of_names(manifest, findings, notes);
    tell_about_guesses(manifest, findings, notes);
}

}  // namespace og::cli
