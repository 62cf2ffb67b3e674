// SPDX-License-Identifier: MIT
#include "temporary_file.hpp"

#include "directory.hpp"
#include "file_state.hpp"
#include "os/access_list.hpp"
#include "os/new_file.hpp"
#include "os/remove_on_signal.hpp"
#include "os/secrets.hpp"
#include "os/signals.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>

namespace og::cli {
TemporaryFile::TemporaryFile(const std::string &target) : target_(target) {
    const os::SignalsBlocked blocked;
    if (!open_unnamed()) open_named();
}

TemporaryFile::~TemporaryFile() {
    if (fd_ >= 0) os::close(fd_);
    if (!name_.empty()) drop_name();
}

// Calls `create` with random names until one is not in use, and registers that name.
bool TemporaryFile::take_new_name(const std::function<bool(const char *)> &create) {
    std::string directory = directory_of(target_);
    if (directory == ".") directory += '/';
    std::string name;
    do {
        std::uint64_t random = 0;
        if (!os::fill_random(&random, sizeof random)) return false;
        name = fmt::format("{}.oldguard-{:016x}", directory, random);
        if (create(name.c_str())) {
            os::remove_on_signal(name);
            name_ = std::move(name);  // a move allocates no memory, which could end the process here
            return true;
        }
    } while (errno == EEXIST);
    return false;
}

bool TemporaryFile::drop_name() {
    const os::SignalsBlocked blocked;
    if (os::unlink(name_.c_str()) != 0) return false;
    forget_name();
    return true;
}

void TemporaryFile::forget_name() {
    name_.clear();
    os::remove_on_signal("");
}

// Opens an unnamed file. A first unnamed file is linked and unlinked to test whether that is possible in this
// directory, because a failure after the work would lose the data or leave a name. It is not used itself,
// because a file that lost its last name cannot get another. Returns false if the file needs a name from the
// start.
bool TemporaryFile::open_unnamed() {
    const std::string directory = directory_of(target_);
    const auto open_one = [&] { return os::open_unnamed(directory.c_str()); };
    const int first = open_one();
    if (first < 0) return false;
    const bool named = take_new_name([&](const char *name) { return os::link_as(first, name); });
    if (named && drop_name()) fd_ = open_one();
    const int error = errno;
    os::close(first);
    errno = error;
    return named;
}

// Opens a file with a temporary name. A first file tests whether a name can be removed in this directory.
void TemporaryFile::open_named() {
    const auto create = [&](const char *name) {
        fd_ = os::open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        return fd_ >= 0;
    };
    if (!take_new_name(create)) return;
    os::close(fd_);
    fd_ = -1;
    if (drop_name()) take_new_name(create);
}

std::string TemporaryFile::path() const { return name_.empty() ? os::path_of(fd_) : name_; }

bool TemporaryFile::end_writing() {
    const int reading = os::open(path().c_str(), O_RDONLY | O_CLOEXEC);
    if (reading < 0) return false;
    os::close(fd_);
    fd_ = reading;
    return true;
}

bool TemporaryFile::settle(os::Mode mode, os::User owner, os::Group group, const Permissions &most) {
    os::Status info;
    if (!os::give_to(fd_, owner, group) || os::fstat(fd_, &info) != 0) return false;
    if (group != Permissions::any_group && info.st_gid != group &&
        (!os::give_to(fd_, static_cast<os::User>(-1), group) || os::fstat(fd_, &info) != 0))
        return false;
    // The mode is set last: a change of owner clears the set-id bits, and while there is an access control
    // list, the group bits are its mask.
    return os::remove_access_list(fd_) &&
           os::set_mode(fd_, Permissions{mode, group}.for_group(info.st_gid) & most.for_group(info.st_gid)) &&
           os::fsync(fd_) == 0;
}

bool TemporaryFile::has_its_name() const {
    os::Status own, named;
    if (os::fstat(fd_, &own) != 0) return false;
    const bool exists = os::lstat(name_.c_str(), &named) == 0;
    if (exists && same_file(own, named)) return true;
    if (exists || errno == ENOENT) errno = ESTALE;
    return false;
}

bool TemporaryFile::publish(bool replace) {
    const os::SignalsBlocked blocked;
    if (name_.empty()) {
        if (os::link_as(fd_, target_.c_str())) return true;
        // Only a file with a name can replace another (rename).
        if (!replace || errno != EEXIST ||
            !take_new_name([&](const char *name) { return os::link_as(fd_, name); }))
            return false;
    }
    if (!has_its_name()) {
        if (errno == ESTALE) forget_name();  // the name belongs to another file now
        return false;
    }
    if (replace ? os::rename(name_.c_str(), target_.c_str()) != 0
                : !os::rename_to_new(name_.c_str(), target_.c_str()))
        return false;
    forget_name();
    return true;
}

}  // namespace og::cli
