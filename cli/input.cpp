// SPDX-License-Identifier: MIT
#include "input.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace og::cli {

Input::Input(const std::string &name)
    : fd_(name == "-" ? STDIN_FILENO : open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY)) {
    if (fd_ < 0)
        error_ = errno;
}

Input::~Input() {
    if (fd_ > STDIN_FILENO)
        close(fd_);
}

ssize_t Input::read(void *buffer, std::size_t size) {
    for (;;) {
        ssize_t got = ::read(fd_, buffer, size);
        if (got >= 0)
            return got;
        if (errno == EINTR)
            continue;
        error_ = errno;
        return -1;
    }
}

ssize_t Input::fill(void *buffer, std::size_t size) {
    std::size_t have = 0;
    while (have < size) {
        ssize_t got = read(static_cast<char *>(buffer) + have, size - have);
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        have += static_cast<std::size_t>(got);
    }
    return static_cast<ssize_t>(have);
}

void Input::will_be_long() {
    posix_fadvise(fd_, 0, 0, POSIX_FADV_SEQUENTIAL);  // advice: a pipe's refusal is no error
}

std::optional<std::uint64_t> Input::regular_size() const {
    struct stat info;
    if (fstat(fd_, &info) != 0 || !S_ISREG(info.st_mode))
        return std::nullopt;
    return static_cast<std::uint64_t>(info.st_size);
}

}  // namespace og::cli
