// SPDX-License-Identifier: MIT
#include "manifest.hpp"

#include "text/keyed_hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace og::cli {
namespace {

constexpr std::size_t name_block = 64 * 1024;

}  // namespace

std::string_view name_of(ManifestFormat format) {
    static constexpr std::string_view names[]{"gnu", "bsd", "bagit", "hashdeep", "mtree", "jsonl", "torrent"};
    return names[static_cast<std::size_t>(format)];
}

std::string_view name_of(Hash hash) {
    static constexpr std::string_view names[]{"sha1", "whirlpool", "git_blob"};
    return names[static_cast<std::size_t>(hash)];
}

std::vector<std::string> LeftOut::messages() const {
    constexpr std::size_t most_names = 8;
    std::vector<std::string> messages;
    std::uint64_t lines = 0;
    std::string names;
    std::size_t named = 0;
    for (const auto &[name, count] : others) {
        lines += count;
        if (named++ < most_names) names += (names.empty() ? "" : ", ") + name;
    }
    if (named > most_names) names += ", ...";
    if (lines == 1) messages.push_back(fmt::format("1 line of another algorithm is skipped ({})", names));
    if (lines > 1)
        messages.push_back(fmt::format("{} lines of other algorithms are skipped ({})", lines, names));
    if (repeated == 1)
        messages.push_back(fmt::format("line {} repeats an entry, which counts once", first_repeated));
    if (repeated > 1)
        messages.push_back(fmt::format("{} lines repeat an entry, which counts once; the first is line {}",
                                       repeated, first_repeated));
    return messages;
}

// Copies both texts, one after the other, into a block. Returns the copy of the name.
std::string_view Manifest::keep(std::string_view prefix, std::string_view name) {
    const std::size_t size = prefix.size() + name.size();
    if (size > free_size_) {
        free_size_ = std::max(size, name_block);
        names_.push_back(std::make_unique_for_overwrite<char[]>(free_size_));
        free_ = names_.back().get();
    }
    std::copy(prefix.begin(), prefix.end(), free_);
    char *copy = free_ + prefix.size();
    std::copy(name.begin(), name.end(), copy);
    free_ += size;
    free_size_ -= size;
    return {copy, name.size()};
}

// Returns the index of the slot that has the entry of this name, or of the free slot for it. There must be a
// free slot.
std::size_t Manifest::slot_of(std::string_view name) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = keyed_hash(name) & mask;
    while (slots_[at] != 0 && entries_[slots_[at] - 1].name != name) at = (at + 1) & mask;
    return at;
}

// Doubles the slots when three quarters are in use.
void Manifest::grow() {
    if (4 * (entries_.size() + 1) <= 3 * slots_.size()) return;
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
    for (std::uint32_t i = 0; i < entries_.size(); i++) slots_[slot_of(entries_[i].name)] = i + 1;
}

ManifestEntry *Manifest::add(std::string_view prefix, std::string_view name) {
    grow();
    std::uint32_t &slot = slots_[slot_of(name)];
    if (slot != 0) return nullptr;
    ManifestEntry &entry = entries_.emplace_back();
    entry.name = keep(prefix, name);
    entry.prefix = static_cast<std::uint16_t>(prefix.size());
    slot = static_cast<std::uint32_t>(entries_.size());
    return &entry;
}

std::size_t Manifest::index_of(std::string_view name) const {
    const std::uint32_t found = slots_.empty() ? 0 : slots_[slot_of(name)];
    return found == 0 ? size() : found - 1;
}

const ManifestEntry *Manifest::find(std::string_view name) const {
    const std::size_t index = index_of(name);
    return index == size() ? nullptr : &entries_[index];
}

ManifestEntry *Manifest::find(std::string_view name) {
    return const_cast<ManifestEntry *>(std::as_const(*this).find(name));
}

bool Manifest::uses(Hash hash) const {
    return hash == Hash::whirlpool ? !whirlpool_digests_.empty()
                                   : !short_digests_[hash == Hash::sha1 ? 0 : 1].empty();
}

std::span<const std::uint8_t> Manifest::digest(const ManifestEntry &entry, Hash hash) const {
    const std::size_t index = entry.digest_at[static_cast<std::size_t>(hash)] - 1;
    if (hash == Hash::whirlpool) return whirlpool_digests_[index];
    return short_digests_[hash == Hash::sha1 ? 0 : 1][index];
}

bool Manifest::set_digest(ManifestEntry &entry, Hash hash, const std::uint8_t *digest) {
    std::uint32_t &at = entry.digest_at[static_cast<std::size_t>(hash)];
    if (at != 0) return std::ranges::equal(this->digest(entry, hash), std::span(digest, size_of(hash)));
    const auto append = [&](auto &all) {
        std::memcpy(all.emplace_back().data(), digest, size_of(hash));
        at = static_cast<std::uint32_t>(all.size());
    };
    if (hash == Hash::whirlpool)
        append(whirlpool_digests_);
    else
        append(short_digests_[hash == Hash::sha1 ? 0 : 1]);
    return true;
}

}  // namespace og::cli
