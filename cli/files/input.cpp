// SPDX-License-Identifier: MIT
#include "input.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace og::cli {

Input::Input(const std::string &name)
    : fd_(name == "-" ? STDIN_FILENO : os::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY)) {
    if (fd_ < 0) error_ = errno;
}

Input::Input(int folder, const char *name)
    : fd_(os::openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW)) {
    os::Status status;
    is_regular_ =
        fd_ < 0 ? errno != ELOOP && errno != ENXIO : os::fstat(fd_, &status) == 0 && S_ISREG(status.st_mode);
    if (fd_ < 0) error_ = errno;
    if (fd_ < 0 || is_regular_) return;
    os::close(fd_);
    fd_ = -1;
}

std::string Input::why() const { return is_regular_ ? std::strerror(error_) : "not a regular file"; }

Input::~Input() {
    if (fd_ > STDIN_FILENO) os::close(fd_);
}

void Input::may_be_interrupted() {
    if (!interrupted_ && !regular_size()) interrupted_.emplace();
}

void Input::interrupt() {
    if (interrupted_) interrupted_->wake();
}

ssize_t Input::read(void *buffer, std::size_t size) {
    if (!ahead_.empty()) {
        size = std::min(size, ahead_.size());
        std::memcpy(buffer, ahead_.data(), size);
        ahead_.erase(0, size);
        return static_cast<ssize_t>(size);
    }
    for (;;) {
        if (interrupted_ && !interrupted_->wait_for_input(fd_)) {
            error_ = ECANCELED;
            return -1;
        }
        ssize_t got = os::read(fd_, buffer, size);
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

ssize_t Input::peek(void *buffer, std::size_t size) {
    const ssize_t got = fill(buffer, size);
    if (got > 0) ahead_.assign(static_cast<const char *>(buffer), static_cast<std::size_t>(got));
    return got;
}

void Input::will_be_long() { os::will_read_in_order(fd_); }

std::optional<std::uint64_t> Input::regular_size() const {
    os::Status info;
    if (os::fstat(fd_, &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
    return static_cast<std::uint64_t>(info.st_size);
}

Permissions Input::permissions() const {
    os::Status info;
    const bool stored = os::fstat(fd_, &info) == 0 && (S_ISREG(info.st_mode) || S_ISBLK(info.st_mode));
    return stored ? permissions_of(fd_, info) : Permissions{};
}

}  // namespace og::cli
