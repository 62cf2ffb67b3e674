// SPDX-License-Identifier: MIT
#include "torrent_folder.hpp"

#include "os/file.hpp"

#include <cerrno>
#include <utility>

namespace og::cli {
namespace {

// The bytes of a path that openat(2) takes, with the NUL.
constexpr std::size_t longest_path = 4096;

// Calls openat(2) with a path of any length, whose folders are opened longest_path bytes at a time.
int open_long(int folder, std::string_view path, int flags) {
    int parent = folder, result = -1;
    for (;;) {
        const bool last = path.size() < longest_path;
        const std::size_t size = last ? path.size() : path.rfind('/', longest_path - 1);
        errno = ENAMETOOLONG;
        if (size != std::string_view::npos)
            result = os::openat(parent, std::string(path.substr(0, size)).c_str(),
                                last ? flags : O_PATH | O_DIRECTORY | O_CLOEXEC);
        const int error = errno;
        if (parent != folder) os::close(parent);
        errno = error;
        if (last || result < 0) return result;
        parent = std::exchange(result, -1);
        path.remove_prefix(size + 1);
    }
}

bool is_folder(const std::string &path) {
    os::Status status;
    return os::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

TorrentFolder::TorrentFolder(const og_torrent_content &content, const std::string &folder)
    : content_(content), path_(folder), files_(content.file_count) {
    const std::string inner = folder + "/" + content.name;
    if (content.has_folder && is_folder(inner)) path_ = inner;
    fd_ = os::open(path_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    error_ = errno;
    if (fd_ < 0) return;
    for (std::size_t i = 0; i < content.file_count; i++)
        if (content.files[i].kind == OG_TORRENT_REGULAR) look_up(i);
}

TorrentFolder::~TorrentFolder() {
    if (fd_ >= 0) os::close(fd_);
}

void TorrentFolder::look_up(std::size_t index) {
    File &file = files_[index];
    os::Status status;
    int result = os::fstatat(fd_, content_.files[index].path, &status, 0);
    if (result != 0 && errno == ENAMETOOLONG) {
        const int fd = open_long(fd_, content_.files[index].path, O_PATH | O_CLOEXEC);
        if (fd >= 0) {
            result = os::fstat(fd, &status);
            os::close(fd);
        }
    }
    if (result != 0) {
        file.error = errno;
        file.state = errno == ENOENT || errno == ENOTDIR ? File::missing : File::unreadable;
        return;
    }
    file.size = static_cast<std::uint64_t>(status.st_size);
    if (!S_ISREG(status.st_mode))
        file.state = File::unreadable;
    else
        file.state = file.size == content_.files[index].size ? File::as_listed : File::other_size;
}

int TorrentFolder::open_file(std::size_t index) const {
    return open_long(fd_, content_.files[index].path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

}  // namespace og::cli
