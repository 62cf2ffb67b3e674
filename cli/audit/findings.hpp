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

// A file on disk. Times are in nanoseconds since 1970.
struct FileState {
    std::uint64_t size = 0, inode = 0;
    std::int64_t mtime = 0, ctime = 0;
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
    bool removed = false;  // it disappeared during the audit and counts nowhere
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
    bool decided = false;       // the status is final, except that missing may become moved
    std::uint32_t checked = 0;  // when it was read, in seconds since 1970, or 0
};

struct Findings {
    explicit Findings(const Manifest &manifest) : listed(manifest.size()) {}

    std::vector<Listed> listed;               // of the entries of the manifest
    std::map<std::uint32_t, Detail> details;  // of some entries
    std::vector<Unlisted> unlisted;
};

}  // namespace og::cli
