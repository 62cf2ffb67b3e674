// SPDX-License-Identifier: MIT
// An open folder, shared by the walk and by the files that are still to be opened in it.
#pragma once

#include "os/file.hpp"

#include <atomic>
#include <memory>

namespace og::cli {

// Owns the descriptor of a folder, for openat(2). `held` counts the folders that are open.
class Folder {
public:
    explicit Folder(int fd) : fd_(fd) { held++; }
    ~Folder() {
        held--;
        os::close(fd_);
    }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;

    int fd() const { return fd_; }

    static inline std::atomic<unsigned> held{0};

private:
    int fd_;
};

using FolderRef = std::shared_ptr<const Folder>;

}  // namespace og::cli
