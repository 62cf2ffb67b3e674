// SPDX-License-Identifier: MIT
#include "temporary_file.hpp"

#include "directory.hpp"
#include "remove_on_signal.hpp"
#include "file_state.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace og::cli {
namespace {

std::string path_of(int fd) { return fmt::format("/proc/self/fd/{}", fd); }

bool link_as(int fd, const char *name) {
    return linkat(AT_FDCWD, path_of(fd).c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

bool rename_to_new(const char *from, const char *to) {
    // musl has no renameat2 before 1.2.6.
    if (syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return true;
    struct stat info;
    if ((errno != EINVAL && errno != ENOSYS) || lstat(to, &info) == 0) return false;
    return rename(from, to) == 0;  // the file system does not support RENAME_NOREPLACE
}

}  // namespace

TemporaryFile::TemporaryFile(const std::string &target) : target_(target) {
    const SignalsBlocked blocked;
    if (!open_unnamed()) open_named();
}

TemporaryFile::~TemporaryFile() {
    if (fd_ >= 0) close(fd_);
    if (!name_.empty()) drop_name();
}

// Calls `create` with random names until one is not in use, and registers that name.
bool TemporaryFile::take_new_name(const std::function<bool(const char *)> &create) {
    std::string directory = directory_of(target_);
    if (directory == ".") directory += '/';
    std::string name;
    do {
        std::uint64_t random = 0;
        if (getrandom(&random, sizeof random, 0) < 0)  // never returns fewer than 8 bytes
            return false;
        name = fmt::format("{}.oldguard-{:016x}", directory, random);
        if (create(name.c_str())) {
            remove_on_signal(name);
            name_ = std::move(name);  // a move allocates no memory, which could end the process here
            return true;
        }
    } while (errno == EEXIST);
    return false;
}

bool TemporaryFile::drop_name() {
    const SignalsBlocked blocked;
    if (unlink(name_.c_str()) != 0) return false;
    forget_name();
    return true;
}

void TemporaryFile::forget_name() {
    name_.clear();
    remove_on_signal("");
}

// Opens an unnamed file. A first unnamed file is linked and unlinked to test whether that is possible in this
// directory, because a failure after the work would lose the data or leave a name. It is not used itself,
// because a file that lost its last name cannot get another. Returns false if the file needs a name from the
// start.
bool TemporaryFile::open_unnamed() {
    const std::string directory = directory_of(target_);
    const auto open_one = [&] { return open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); };
    const int first = open_one();
    if (first < 0) return false;
    const bool named = take_new_name([&](const char *name) { return link_as(first, name); });
    if (named && drop_name()) fd_ = open_one();
    const int error = errno;
    close(first);
    errno = error;
    return named;
}

// Opens a file with a temporary name. A first file tests whether a name can be removed in this directory.
void TemporaryFile::open_named() {
    const auto create = [&](const char *name) {
        fd_ = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        return fd_ >= 0;
    };
    if (!take_new_name(create)) return;
    close(fd_);
    fd_ = -1;
    if (drop_name()) take_new_name(create);
}

std::string TemporaryFile::path() const { return name_.empty() ? path_of(fd_) : name_; }

bool TemporaryFile::end_writing() {
    const int reading = open(path().c_str(), O_RDONLY | O_CLOEXEC);
    if (reading < 0) return false;
    close(fd_);
    fd_ = reading;
    return true;
}

bool TemporaryFile::settle(mode_t mode, uid_t owner, gid_t group, const Permissions &most) {
    // An unprivileged process cannot change the owner, or the group to one that it is not in. This is not an
    // error.
    const auto given_to = [&](uid_t user) {
        return fchown(fd_, user, group) == 0 || errno == EPERM || errno == EINVAL;
    };
    struct stat info;
    if (!given_to(owner) || fstat(fd_, &info) != 0) return false;
    if (group != Permissions::any_group && info.st_gid != group &&
        (!given_to(static_cast<uid_t>(-1)) || fstat(fd_, &info) != 0))
        return false;
    // The mode is set last: a change of owner clears the set-id bits, and while there is an access control
    // list, the group bits are its mask.
    return remove_access_list(fd_) &&
           fchmod(fd_, Permissions{mode, group}.for_group(info.st_gid) & most.for_group(info.st_gid)) == 0 &&
           fsync(fd_) == 0;
}

bool TemporaryFile::has_its_name() const {
    struct stat own, named;
    if (fstat(fd_, &own) != 0) return false;
    const bool exists = lstat(name_.c_str(), &named) == 0;
    if (exists && same_file(own, named)) return true;
    if (exists || errno == ENOENT) errno = ESTALE;
    return false;
}

bool TemporaryFile::publish(bool replace) {
    const SignalsBlocked blocked;
    if (name_.empty()) {
        if (link_as(fd_, target_.c_str())) return true;
        // Only a file with a name can replace another (rename).
        if (!replace || errno != EEXIST ||
            !take_new_name([&](const char *name) { return link_as(fd_, name); }))
            return false;
    }
    if (!has_its_name()) {
        if (errno == ESTALE) forget_name();  // the name belongs to another file now
        return false;
    }
    if (replace ? rename(name_.c_str(), target_.c_str()) != 0
                : !rename_to_new(name_.c_str(), target_.c_str()))
        return false;
    forget_name();
    return true;
}

}  // namespace og::cli
