// SPDX-License-Identifier: MIT
// Walks a tree of folders and lists its regular files.
#pragma once

#include "exclusions.hpp"
#include "files/folder.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace og::cli {

// A regular file that the walk found.
struct WalkedFile {
    std::string_view name;     // with the prefix of the walk; valid during the call only; a NUL follows it
    std::size_t leaf;          // where the last component of the name starts
    const FolderRef &folder;   // the folder that contains the file: os::openat(folder->fd(), leaf)
    const os::Status *status;  // NULL unless WalkOptions::want_status
};

class WalkReceiver {
public:
    virtual ~WalkReceiver() = default;

    // Takes a regular file. Returns whether to continue.
    virtual bool file(const WalkedFile &file) = 0;

    // Takes an entry or a folder that cannot be opened, listed or examined, and errno. Returns whether to
    // continue.
    virtual bool unreadable(std::string_view name, int error) = 0;

    // Takes the name of a folder that the walk enters.
    virtual void folder(std::string_view) {}

    // Takes the name of an entry that is neither a file nor a folder. With WalkOptions::want_status, it is
    // known whether this is a symbolic link.
    virtual void other(std::string_view, [[maybe_unused]] bool is_link) {}

    // Drops references to folders. Called when too many are open; the walk then tries again. A receiver that
    // keeps no reference after file() does nothing.
    virtual void release_folders() {}
};

struct WalkOptions {
    bool one_file_system = false;            // do not enter folders on other file systems than the root's
    bool want_status = false;                // fill in WalkedFile::status
    std::optional<std::string> prefix;       // of all names; nothing: the root and a slash
    const Exclusions *exclusions = nullptr;  // NULL: none
};

struct WalkCounts {
    std::uint64_t files = 0;
    std::uint64_t others = 0;      // symbolic links, FIFOs, sockets and devices, which are passed over
    std::uint64_t elsewhere = 0;   // folders on other file systems, which are passed over
    std::uint64_t excluded = 0;    // files and folders, which are passed over
    std::uint64_t unreadable = 0;  // calls of WalkReceiver::unreadable
};

// Lists the regular files below the folder `root`. The entries of each folder come in the order of their
// bytes (memcmp), and the content of a subfolder in the place of its name. The root may be a symbolic link to
// a folder. Symbolic links below it are not followed. The number of levels and the length of paths are not
// limited: every file and folder is opened relative to its folder. The number of open descriptors does not
// depend on the depth. Adds to *counts. Returns false if the receiver ended the walk.
bool walk(const std::string &root, const WalkOptions &options, WalkReceiver &receiver, WalkCounts &counts);

}  // namespace og::cli
