// SPDX-License-Identifier: MIT
// The files that a manifest lists, whatever its format is.
#pragma once

#include "files/file_time.hpp"
#include "hashing/request.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

enum class ManifestFormat : std::uint8_t { gnu, bsd, bagit, hashdeep, mtree, jsonl, torrent };

// Returns the name of a format, as in --format: "gnu".
std::string_view name_of(ManifestFormat format);

// The digests that a manifest may contain and this program can check.
enum class Hash : std::uint8_t { sha1, whirlpool, git_blob };
inline constexpr std::array hashes{Hash::sha1, Hash::whirlpool, Hash::git_blob};

// Returns the name of a hash, which is also its key in JSON lines: "git_blob".
std::string_view name_of(Hash hash);

// Returns the algorithm that computes a hash, and the header that it hashes before the file.
constexpr const Algorithm &algorithm_of(Hash hash) { return hash == Hash::whirlpool ? whirlpool : sha1; }
constexpr Prefix prefix_of(Hash hash) { return hash == Hash::git_blob ? Prefix::git_blob : Prefix::none; }

// Returns the size of a digest in bytes.
constexpr std::size_t size_of(Hash hash) { return algorithm_of(hash).size; }

// One listed file. The Manifest owns the bytes of the name and of the digests.
struct ManifestEntry {
    std::string_view name;      // relative to the folder, without "." and empty components
    std::uint32_t line = 0;     // counted from 1; 0 if the format has no lines
    std::uint32_t checked = 0;  // when the digest was last compared, in seconds since 1970
    std::uint64_t size = 0;     // in bytes
    FileTime mtime;
    std::uint64_t inode = 0;
    std::array<std::uint32_t, hashes.size()> digest_at{};  // 1 + the index of the digest, 0 if it has none
    std::uint16_t prefix = 0;  // bytes that the manifest has before the name, such as "./"
    bool has_size = false, has_mtime = false, has_inode = false, has_checked = false;
    bool in_fetch = false;  // BagIt: fetch.txt lists it
    bool optional = false;  // mtree: it may be absent
    bool by_name = false;   // mtree: only its presence is compared
    bool is_glob = false;   // mtree: the name is the text of a pattern (globs)
    bool differed = false;  // JSON lines: an audit found another content

    bool has(Hash hash) const { return digest_at[static_cast<std::size_t>(hash)] != 0; }
    bool has_any() const { return digest_at != decltype(digest_at){}; }
};

// A pattern of mtree(5) in the place of a name.
struct ListedGlob {
    std::string text;     // of the whole path; matches_glob() has the rules
    std::uint32_t entry;  // its index, whose name is the pattern; UINT32_MAX: what is below is ignored
};

// The size and the number of the payload files of a bag (RFC 8493 section 2.2.2).
struct PayloadOxum {
    std::uint64_t bytes, files;
    std::uint32_t line;  // of bag-info.txt
};

// Lines that a reader left out.
struct LeftOut {
    std::map<std::string, std::uint64_t, std::less<>> others;  // by the name of another algorithm
    std::uint64_t repeated = 0;                                // entries with the same name and digest
    std::uint32_t first_repeated = 0;                          // the line of the first one

    // Returns messages such as "2 lines of other algorithms are skipped (MD5, SHA256)".
    std::vector<std::string> messages() const;
};

// The entries in the order of the manifest, found by name in constant time.
class Manifest {
public:
    ManifestFormat format = ManifestFormat::gnu;
    std::string file;                    // GNU, BSD: the list
    std::string folder;                  // BagIt: the bag, else ""
    std::vector<std::string> unchecked;  // names of the digests that the manifest has and nobody checks
    std::vector<std::string> problems;   // BagIt: why the bag is invalid, "FILE: LINE: REASON"
    std::vector<std::string> warnings;   // the same, for what is tolerated
    bool lists_payload_only = false;     // BagIt: files outside data/ may be absent from the manifest
    bool has_escapes = true;             // GNU, BSD: a backslash at the start of a line escapes the name
    bool is_plain = true;                // a text in UTF-8 with LF, which --update can write again
    std::array<bool, 2> guesses{};       // GNU: only the length tells that digests are of SHA-1, of Whirlpool
    LeftOut left_out;
    std::vector<std::string> optional_folders;  // mtree: if one is absent, all below it may be
    std::vector<ListedGlob> globs;              // mtree
    std::optional<PayloadOxum> oxum;            // BagIt

    // Appends an entry with a copy of the name, and of the `prefix` bytes before it in the manifest. Returns
    // NULL if the name is listed already. A reference stays valid as long as the manifest.
    ManifestEntry *add(std::string_view prefix, std::string_view name);

    // Returns the index of an entry, or size() if the name is not listed.
    std::size_t index_of(std::string_view name) const;

    // Returns an entry, or NULL.
    const ManifestEntry *find(std::string_view name) const;
    ManifestEntry *find(std::string_view name);

    // Stores a copy of size_of(hash) bytes. Returns false if the entry has another digest of this hash.
    bool set_digest(ManifestEntry &entry, Hash hash, const std::uint8_t *digest);

    // Returns the digest of an entry that has this hash.
    std::span<const std::uint8_t> digest(const ManifestEntry &entry, Hash hash) const;

    // Returns whether any entry has this hash.
    bool uses(Hash hash) const;

    // Returns the bytes before the name in the manifest.
    static std::string_view prefix_of(const ManifestEntry &entry) {
        return {entry.name.data() - entry.prefix, entry.prefix};
    }

    std::size_t size() const { return entries_.size(); }
    const ManifestEntry &operator[](std::size_t i) const { return entries_[i]; }

private:
    std::size_t slot_of(std::string_view name) const;
    std::string_view keep(std::string_view prefix, std::string_view name);
    void grow();

    std::deque<ManifestEntry> entries_;
    std::vector<std::uint32_t> slots_;            // hash table: 1 + the index of an entry, 0 if free
    std::vector<std::unique_ptr<char[]>> names_;  // blocks of name_block bytes, or of one long name
    char *free_ = nullptr;                        // the unused bytes of the last block
    std::size_t free_size_ = 0;
    std::array<std::deque<std::array<std::uint8_t, OG_SHA1_DIGEST_SIZE>>, 2> short_digests_;
    std::deque<std::array<std::uint8_t, OG_WHIRLPOOL_DIGEST_SIZE>> whirlpool_digests_;
};

}  // namespace og::cli
