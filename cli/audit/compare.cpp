// SPDX-License-Identifier: MIT
#include "compare.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace og::cli {
namespace {

// A hash and a digest, as a key.
std::string content_key(Hash hash, std::span<const std::uint8_t> digest) {
    std::string key(1, static_cast<char>(hash));
    key.append(reinterpret_cast<const char *>(digest.data()), digest.size());
    return key;
}

// Returns the key of the first hash that the entry has, or "".
std::string content_key_of(const Manifest &manifest, const ManifestEntry &entry) {
    for (const Hash hash : hashes)
        if (entry.has(hash)) return content_key(hash, manifest.digest(entry, hash));
    return "";
}

// Returns whether all recorded digests were computed and are equal.
bool same_digests(const Manifest &manifest, const ManifestEntry &entry, const Digests &digests) {
    for (const Hash hash : hashes) {
        if (!entry.has(hash)) continue;
        const auto &found = digests[static_cast<std::size_t>(hash)];
        if (!found ||
            !std::ranges::equal(manifest.digest(entry, hash), std::span(found->data(), size_of(hash))))
            return false;
    }
    return entry.has_any();
}

bool has_content(const Manifest &manifest, const ManifestEntry &entry, const Unlisted &file) {
    return (!entry.has_size || entry.size == file.state.size) && same_digests(manifest, entry, file.digests);
}

// Listed files with one digest in common, in the order of their names. Those before `next` are used.
struct Candidates {
    std::vector<std::uint32_t> entries;
    std::size_t next = 0;

    void remove(std::size_t i) {
        if (i == next)
            next++;
        else
            entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
    }
};

using ByContent = std::unordered_map<std::string, Candidates>;

// Returns the candidates that contain the first listed file with the content of `file`, and its place in
// them, or nothing.
std::pair<Candidates *, std::size_t> first_with_content(const Manifest &manifest, ByContent &all,
                                                        const Unlisted &file) {
    for (const Hash hash : hashes) {
        const auto &digest = file.digests[static_cast<std::size_t>(hash)];
        if (!digest) continue;
        const auto found = all.find(content_key(hash, {digest->data(), size_of(hash)}));
        if (found == all.end()) continue;
        Candidates &candidates = found->second;
        for (std::size_t i = candidates.next; i < candidates.entries.size(); i++)
            if (has_content(manifest, manifest[candidates.entries[i]], file)) return {&candidates, i};
    }
    return {nullptr, 0};
}

void sort_by_name(const Manifest &manifest, ByContent &all) {
    for (auto &[key, candidates] : all)
        std::sort(candidates.entries.begin(), candidates.entries.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return manifest[a].name < manifest[b].name; });
}

}  // namespace

bool is_as_recorded(const ManifestEntry &entry, const FileState &state) {
    return entry.has_size && entry.has_mtime && entry.size == state.size && entry.mtime == state.mtime &&
           (!entry.has_inode || entry.inode == state.inode);
}

bool belongs_to_digests(const ManifestEntry &entry, const Listed &listed) {
    return listed.status == Status::ok || is_as_recorded(entry, listed.state);
}

Status status_of(const Manifest &manifest, const ManifestEntry &entry, const FileState &state,
                 const Digests &digests, bool steady) {
    if (entry.has_size && entry.size != state.size) return Status::changed;
    if (same_digests(manifest, entry, digests)) return Status::ok;
    const bool same_times = entry.has_size && entry.has_mtime && entry.mtime == state.mtime;
    return same_times && steady ? Status::corrupt : Status::changed;
}

void match_contents(const Manifest &manifest, Findings &findings) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < findings.unlisted.size(); i++)
        if (findings.unlisted[i].status == Status::new_file) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return findings.unlisted[a].name < findings.unlisted[b].name;
    });

    ByContent missing;
    for (std::uint32_t i = 0; i < findings.listed.size(); i++)
        if (findings.listed[i].status == Status::missing)
            missing[content_key_of(manifest, manifest[i])].entries.push_back(i);
    sort_by_name(manifest, missing);
    for (const std::uint32_t i : order) {
        Unlisted &file = findings.unlisted[i];
        const auto [candidates, at] = first_with_content(manifest, missing, file);
        if (candidates == nullptr) continue;
        const std::uint32_t from = candidates->entries[at];
        candidates->remove(at);
        file.status = Status::moved;
        file.of = from;
        findings.listed[from].status = Status::moved;
        findings.details[from].to = i;
    }

    // Only the contents of the files that are left are looked for.
    ByContent in_place;
    for (const std::uint32_t i : order)
        if (findings.unlisted[i].status == Status::new_file)
            for (const Hash hash : hashes)
                if (const auto &digest = findings.unlisted[i].digests[static_cast<std::size_t>(hash)])
                    in_place[content_key(hash, {digest->data(), size_of(hash)})];
    if (in_place.empty()) return;
    for (std::uint32_t i = 0; i < findings.listed.size(); i++)
        if (is_good(findings.listed[i].status) && manifest[i].has_any())
            if (const auto found = in_place.find(content_key_of(manifest, manifest[i]));
                found != in_place.end())
                found->second.entries.push_back(i);
    sort_by_name(manifest, in_place);
    for (const std::uint32_t i : order) {
        Unlisted &file = findings.unlisted[i];
        if (file.status != Status::new_file) continue;
        const auto [candidates, at] = first_with_content(manifest, in_place, file);
        if (candidates == nullptr) continue;
        file.status = Status::duplicate;
        file.of = candidates->entries[at];
    }
}

}  // namespace og::cli
