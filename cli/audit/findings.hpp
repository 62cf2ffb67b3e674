// SPDX-License-Identifier: MIT
// What an audit found, for each listed file and for each file that is not listed.
#pragma once

#include "manifest/manifest.hpp"
#include "status.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace og::cli {

// A file on disk.
struct FileState {
    std::uint64_t size = 0, inode = 0;
    FileTime mtime, ctime;
    bool operator==(const FileState &) const = default;
};

// The digests of one content. A digest that was not computed has no value.
using Digests = std::array<std::optional<Digest>, hashes.size()>;

// A file that is not listed.
struct Unlisted {
    std::string name;
    FileState state;
    Digests digests;
    Status status = Status::new_file;  // new_file, moved (a listed file's new name), duplicate or unreadable
    bool attacked = false;
    bool removed = false;  // it disappeared during the audit, or is a listed file's twin, and counts nowhere
    bool is_file = true;   // else a folder that cannot be read
    bool steady = true;    // it did not change while it was read
    std::uint32_t of = 0;  // moved, duplicate: the index of the listed file
    std::uint32_t checked = 0;
    std::string why;  // unreadable: the reason
    int error = 0;    // unreadable: errno, or 0
};

// What is known about a listed file beyond its status. Few files have one.
struct Detail {
    Digests digests;       // corrupt, changed: those that were computed
    std::string why;       // unreadable, skipped: the reason
    int error = 0;         // unreadable: errno, or 0
    std::uint32_t to = 0;  // moved: the index of the unlisted file
};

// The findings about a listed file.
struct Listed {
    FileState state;  // if it is there
    Status status = Status::missing;
    bool attacked = false;
    bool decided = false;  // the status is final, except that missing may become moved; else --exclude leaves
                           // the file out, or it is optional and absent
    std::uint32_t checked = 0;  // when it was read, in seconds since 1970, or 0
};

struct Findings {
    explicit Findings(const Manifest &manifest) : listed(manifest.size()) {}

    std::vector<Listed> listed;               // of the entries of the manifest
    std::map<std::uint32_t, Detail> details;  // of some entries
    std::vector<Unlisted> unlisted;
    std::uint64_t without_digest = 0;  // listed files that are there and have no digest to compare
    std::vector<std::uint32_t> twins;  // listed files whose names have another Unicode form on the disk
};

}  // namespace og::cli
