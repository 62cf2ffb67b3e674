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
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace og::cli {
namespace {

std::string path_of(int fd) { return fmt::format("/proc/self/fd/{}", fd); }

bool link_as(int fd, const char *name) {
    return linkat(AT_FDCWD, path_of(fd).c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

bool rename_to_new(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return true;
    struct stat info;
    if ((errno != EINVAL && errno != ENOSYS) || lstat(to, &info) == 0) return false;
    return rename(from, to) == 0;  // a file system that cannot do both in one
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

// Calls `take` with names until there is one that is not in use.
bool TemporaryFile::take_new_name(const std::function<bool(const char *)> &take) {
    std::string directory = directory_of(target_);
    if (directory == ".") directory += '/';
    std::string name;
    do {
        std::uint64_t random = 0;
        if (getrandom(&random, sizeof random, 0) < 0)  // 8 bytes come whole
            return false;
        name = fmt::format("{}.oldguard-{:016x}", directory, random);
        if (take(name.c_str())) {
            remove_on_signal(name);
            name_ = std::move(name);  // takes no memory: where that runs out, the process ends
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

// Another file without a name shows first whether one can get a name here and lose it again, before
// work is lost for it and data get a name that stays. A file that had a name and lost it can get no
// other. Returns false where a name is needed from the start.
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

// Another file shows first whether a name can be removed.
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
    // An unprivileged process cannot give files away, nor to a group that it is not in; the data
    // still belong in place then.
    const auto given_to = [&](uid_t user) {
        return fchown(fd_, user, group) == 0 || errno == EPERM || errno == EINVAL;
    };
    struct stat info;
    if (!given_to(owner) || fstat(fd_, &info) != 0) return false;
    if (group != Permissions::any_group && info.st_gid != group &&
        (!given_to(static_cast<uid_t>(-1)) || fstat(fd_, &info) != 0))
        return false;
    // The mode comes last: a change of owner clears the set-id bits, and while there is an access
    // control list, the group bits are those of everybody in it.
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
        // What replaces a file needs a name first.
        if (!replace || errno != EEXIST ||
            !take_new_name([&](const char *name) { return link_as(fd_, name); }))
            return false;
    }
    if (!has_its_name()) {
        if (errno == ESTALE) forget_name();  // which is not this file's to remove
        return false;
    }
    if (replace ? rename(name_.c_str(), target_.c_str()) != 0
                : !rename_to_new(name_.c_str(), target_.c_str()))
        return false;
    forget_name();
    return true;
}

}  // namespace og::cli
