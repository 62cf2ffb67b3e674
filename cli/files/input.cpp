// SPDX-License-Identifier: MIT
#include "input.hpp"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace og::cli {

Input::Input(const std::string &name)
    : fd_(name == "-" ? STDIN_FILENO : open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY)) {
    if (fd_ < 0) error_ = errno;
}

Input::~Input() {
    if (fd_ > STDIN_FILENO) close(fd_);
    if (interrupted_ >= 0) close(interrupted_);
}

void Input::may_be_interrupted() {
    if (interrupted_ < 0 && !regular_size()) interrupted_ = eventfd(0, EFD_CLOEXEC);
}

void Input::interrupt() {
    if (interrupted_ >= 0) eventfd_write(interrupted_, 1);
}

// Waits for input. Returns false if interrupt() was called.
bool Input::wait() {
    struct pollfd both[]{{fd_, POLLIN, 0}, {interrupted_, POLLIN, 0}};
    while (poll(both, 2, -1) < 0 && errno == EINTR) {
    }
    return both[1].revents == 0;
}

ssize_t Input::read(void *buffer, std::size_t size) {
    for (;;) {
        if (interrupted_ >= 0 && !wait()) {
            error_ = ECANCELED;
            return -1;
        }
        ssize_t got = ::read(fd_, buffer, size);
        if (got >= 0) return got;
        if (errno == EINTR) continue;
        error_ = errno;
        return -1;
    }
}

ssize_t Input::fill(void *buffer, std::size_t size) {
    std::size_t have = 0;
    while (have < size) {
        ssize_t got = read(static_cast<char *>(buffer) + have, size - have);
        if (got < 0) return -1;
        if (got == 0) break;
        have += static_cast<std::size_t>(got);
    }
    return static_cast<ssize_t>(have);
}

void Input::will_be_long() {
    posix_fadvise(fd_, 0, 0, POSIX_FADV_SEQUENTIAL);  // an error, as for a pipe, is ignored
}

std::optional<std::uint64_t> Input::regular_size() const {
    struct stat info;
    if (fstat(fd_, &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
    return static_cast<std::uint64_t>(info.st_size);
}

Permissions Input::permissions() const {
    struct stat info;
    const bool stored = fstat(fd_, &info) == 0 && (S_ISREG(info.st_mode) || S_ISBLK(info.st_mode));
    return stored ? permissions_of(fd_, info) : Permissions{};
}

}  // namespace og::cli
