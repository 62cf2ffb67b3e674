// SPDX-License-Identifier: MIT
#include "atomic_output.hpp"

#include "directory.hpp"
#include "text/quote.hpp"
#include "write_all.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace og::cli {
AtomicOutput::AtomicOutput(const std::string &name, mode_t access)
    : name_(name == "-" ? "standard output" : shell_quoted(name)), target_(name) {
    if (name == "-") {
        fd_ = STDOUT_FILENO;
        return;
    }
    struct stat info;
    if (lstat(name.c_str(), &info) != 0) {
        if (errno == ENOENT)
            open_temporary(nullptr, access);
        else
            fail(errno);
        return;
    }
    if (S_ISLNK(info.st_mode)) {
        char *path = realpath(name.c_str(), nullptr);
        if (path == nullptr || stat(path, &info) != 0) {
            int error = errno;
            std::free(path);
            fail(error);
            error_ = "symbolic link to nowhere: " + error_;
            return;
        }
        target_ = path;
        std::free(path);
    }
    if (S_ISDIR(info.st_mode)) {
        fail(EISDIR);
    } else if (!S_ISREG(info.st_mode)) {
        fd_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (fd_ < 0)
            fail(errno);
    } else if (faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) {
        fail(errno);  // rename would get past the protection of the file itself
    } else {
        open_temporary(&info, access);
    }
}

AtomicOutput::~AtomicOutput() {
    if (fd_ > STDERR_FILENO)
        close(fd_);
}

// Permission to execute gives nothing away, so that it stays with the file that is replaced.
void AtomicOutput::open_temporary(const struct stat *replaced, mode_t access) {
    if (replaced != nullptr) {
        mode_ = replaced->st_mode & (access | 0111);
        owner_ = replaced->st_uid;
        group_ = replaced->st_gid;
    } else {
        mode_t mask = umask(0);
        umask(mask);
        mode_ = 0666 & ~mask & access;
    }
    temporary_.emplace(target_);
    if (temporary_->fd() < 0)
        fail(errno);
}

bool AtomicOutput::fail(int error) {
    error_ = std::strerror(error);
    return false;
}

std::string AtomicOutput::complaint() const { return fmt::format("{}: {}", name_, error_); }

std::string AtomicOutput::too_late() const {
    if (undoable() || written_ == 0)
        return "";
    return fmt::format("; {} bytes already written to {} cannot be taken back", written_, name_);
}

bool AtomicOutput::write(const void *data, std::size_t size) {
    const std::size_t put = write_all(temporary_ ? temporary_->fd() : fd_, data, size);
    written_ += put;
    return put == size || fail(errno);
}

bool AtomicOutput::commit() {
    if (!undoable()) {
        // Some errors of a network file system show at the close alone.
        int fd = fd_;
        fd_ = -1;
        return close(fd) == 0 || fail(errno);
    }
    if (!temporary_->settle(mode_, owner_, group_) || !temporary_->publish(true))
        return fail(errno);
    temporary_.reset();
    return sync_directory_of(target_) || fail(errno);
}

}  // namespace og::cli
