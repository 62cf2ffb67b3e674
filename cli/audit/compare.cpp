// SPDX-License-Identifier: MIT
#include "compare.hpp"

#include "text/keyed_hash.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace og::cli {
namespace {

// Which digests an entry has, one bit each, and in another bit whether it has a size. Entries of one shape
// are compared by one key.
using Shape = std::uint8_t;
constexpr Shape with_size = 1 << hashes.size();
using Shapes = std::array<bool, 2 * with_size>;

Shape shape_of(const ManifestEntry &entry) {
    Shape shape = entry.has_size ? with_size : 0;
    for (const Hash hash : hashes)
        if (entry.has(hash)) shape |= static_cast<Shape>(1 << static_cast<unsigned>(hash));
    return shape;
}

bool shape_has(Shape shape, Hash hash) { return (shape >> static_cast<unsigned>(hash) & 1) != 0; }

void append_key(std::string &key, const void *bytes, std::size_t size) {
    key.append(static_cast<const char *>(bytes), size);
}

// Returns all that is recorded about the content of an entry.
std::string content_key(const Manifest &manifest, const ManifestEntry &entry) {
    std::string key(1, static_cast<char>(shape_of(entry)));
    for (const Hash hash : hashes)
        if (entry.has(hash)) append_key(key, manifest.digest(entry, hash).data(), size_of(hash));
    if (entry.has_size) append_key(key, &entry.size, sizeof entry.size);
    return key;
}

// Returns the key of the entries of a shape that have the content of the file, or "" if it has too few
// digests.
std::string content_key(const Unlisted &file, Shape shape) {
    std::string key(1, static_cast<char>(shape));
    for (const Hash hash : hashes) {
        if (!shape_has(shape, hash)) continue;
        const auto &digest = file.digests[static_cast<std::size_t>(hash)];
        if (!digest) return "";
        append_key(key, digest->data(), size_of(hash));
    }
    if ((shape & with_size) != 0) append_key(key, &file.state.size, sizeof file.state.size);
    return key;
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

// Listed files of one content, in the order of their names. Those before `next` are used.
struct Candidates {
    std::vector<std::uint32_t> entries;
    std::size_t next = 0;
};

// Every step of the matching finds its candidates by a key, so that its time does not depend on how many
// files have a digest in common.
using ByContent = std::unordered_map<std::string, Candidates, KeyedHash, std::equal_to<>>;

// Returns the candidates whose next one is the first listed file with the content of `file`, or NULL.
Candidates *first_with_content(const Manifest &manifest, ByContent &all, const Shapes &shapes,
                               const Unlisted &file) {
    Candidates *first = nullptr;
    for (std::size_t shape = 0; shape < shapes.size(); shape++) {
        if (!shapes[shape]) continue;
        const auto found = all.find(content_key(file, static_cast<Shape>(shape)));
        if (found == all.end() || found->second.next == found->second.entries.size()) continue;
        const auto name = [&](const Candidates &one) { return manifest[one.entries[one.next]].name; };
        if (first == nullptr || name(found->second) < name(*first)) first = &found->second;
    }
    return first;
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
    Shapes shapes{};
    for (std::uint32_t i = 0; i < findings.listed.size(); i++) {
        const Listed &listed = findings.listed[i];
        if (!listed.decided || listed.status != Status::missing || !manifest[i].has_any()) continue;
        shapes[shape_of(manifest[i])] = true;
        missing[content_key(manifest, manifest[i])].entries.push_back(i);
    }
    sort_by_name(manifest, missing);
    for (const std::uint32_t i : order) {
        Unlisted &file = findings.unlisted[i];
        Candidates *candidates = first_with_content(manifest, missing, shapes, file);
        if (candidates == nullptr) continue;
        const std::uint32_t from = candidates->entries[candidates->next++];
        file.status = Status::moved;
        file.of = from;
        findings.listed[from].status = Status::moved;
        findings.details[from].to = i;
    }

    // Only the contents of the files that are left are looked for.
    shapes = {};
    for (std::uint32_t i = 0; i < findings.listed.size(); i++)
        if (is_good(findings.listed[i].status) && manifest[i].has_any()) shapes[shape_of(manifest[i])] = true;
    ByContent in_place;
    for (const std::uint32_t i : order)
        if (findings.unlisted[i].status == Status::new_file)
            for (std::size_t shape = 0; shape < shapes.size(); shape++)
                if (shapes[shape]) in_place[content_key(findings.unlisted[i], static_cast<Shape>(shape))];
    if (in_place.empty()) return;
    for (std::uint32_t i = 0; i < findings.listed.size(); i++)
        if (is_good(findings.listed[i].status) && manifest[i].has_any())
            if (const auto found = in_place.find(content_key(manifest, manifest[i])); found != in_place.end())
                found->second.entries.push_back(i);
    sort_by_name(manifest, in_place);
    for (const std::uint32_t i : order) {
        Unlisted &file = findings.unlisted[i];
        if (file.status != Status::new_file) continue;
        const Candidates *candidates = first_with_content(manifest, in_place, shapes, file);
        if (candidates == nullptr) continue;
        file.status = Status::duplicate;
        file.of = candidates->entries[0];
    }
}

}  // namespace og::cli
