// SPDX-License-Identifier: MIT
#include "atomic_output.hpp"

#include "directory.hpp"
#include "doomed.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace og::cli {
AtomicOutput::AtomicOutput(const std::string &name)
    : name_(name == "-" ? "standard output" : shell_quoted(name)), target_(name) {
    if (name == "-") {
        fd_ = STDOUT_FILENO;
        return;
    }
    struct stat info;
    if (lstat(name.c_str(), &info) != 0) {
        if (errno == ENOENT)
            open_temporary(nullptr);
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
        open_temporary(&info);
    }
}

AtomicOutput::~AtomicOutput() { discard(); }

void AtomicOutput::open_temporary(const struct stat *replaced) {
    if (replaced != nullptr) {
        mode_ = replaced->st_mode & 07777;
        owner_ = replaced->st_uid;
        group_ = replaced->st_gid;
    } else {
        mode_t mask = umask(0);
        umask(mask);
        mode_ = 0666 & ~mask;
    }
    std::string path = directory_of(target_);
    path += path == "." ? "/.oldguard-XXXXXX" : ".oldguard-XXXXXX";
    SignalsBlocked blocked;
    fd_ = mkostemp(path.data(), O_CLOEXEC);
    if (fd_ < 0) {
        fail(errno);
        return;
    }
    temporary_ = path;
    if (!doom(path)) {
        discard();
        fail(ENAMETOOLONG);
    }
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
    auto *bytes = static_cast<const char *>(data);
    while (size > 0) {
        ssize_t put = ::write(fd_, bytes, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return fail(errno);
        bytes += put;
        size -= static_cast<std::size_t>(put);
        written_ += static_cast<std::uint64_t>(put);
    }
    return true;
}

bool AtomicOutput::commit() {
    if (!undoable()) {
        // Some errors of a network file system show at the close alone.
        int fd = fd_;
        fd_ = -1;
        return close(fd) == 0 || fail(errno);
    }
    // Owner before mode: a change of owner clears the set-id bits. An unprivileged process cannot
    // give files away; the data still belong in place then.
    if ((owner_ != static_cast<uid_t>(-1) && fchown(fd_, owner_, group_) != 0 && errno != EPERM &&
         errno != EINVAL) ||
        fchmod(fd_, mode_) != 0 || fsync(fd_) != 0)
        return fail(errno);
    int fd = fd_;
    fd_ = -1;
    if (close(fd) != 0)
        return fail(errno);
    SignalsBlocked blocked;
    if (rename(temporary_.c_str(), target_.c_str()) != 0)
        return fail(errno);
    temporary_.clear();
    doom("");
    sync_directory_of(target_);
    return true;
}

void AtomicOutput::discard() {
    if (fd_ > STDERR_FILENO)
        close(fd_);
    fd_ = -1;
    if (temporary_.empty())
        return;
    SignalsBlocked blocked;
    unlink(temporary_.c_str());
    temporary_.clear();
    doom("");
}

}  // namespace og::cli
