// SPDX-License-Identifier: MIT
// The files of a torrent on the disk.
#pragma once

#include "torrent.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

// The listed files under one folder. Symbolic links are followed, as torrent clients do.
class TorrentFolder {
public:
    struct File {
        enum { as_listed, missing, other_size, unreadable } state = missing;
        std::uint64_t size = 0;  // on the disk, in bytes
        int error = 0;           // errno if it is unreadable; 0 if it is no regular file
    };

    // Opens the folder that has the content: FOLDER/NAME if it exists, else FOLDER. Then looks up each file.
    // Check ok() before anything else.
    TorrentFolder(const og_torrent_content &content, const std::string &folder);
    ~TorrentFolder();
    TorrentFolder(const TorrentFolder &) = delete;
    TorrentFolder &operator=(const TorrentFolder &) = delete;

    bool ok() const { return fd_ >= 0; }
    int error() const { return error_; }  // errno if ok() is false

    // Returns the path of the folder.
    const std::string &path() const { return path_; }

    const File &file(std::size_t index) const { return files_[index]; }

    // Opens a listed file. Returns its descriptor, or -1 with errno. Does not wait for a FIFO.
    int open_file(std::size_t index) const;

private:
    void look_up(std::size_t index);

    const og_torrent_content &content_;
    std::string path_;
    int fd_ = -1, error_ = 0;
    std::vector<File> files_;
};

}  // namespace og::cli
