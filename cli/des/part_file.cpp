// SPDX-License-Identifier: MIT
#include "part_file.hpp"

#include "files/directory.hpp"
#include "files/remove_on_signal.hpp"
#include "seal.hpp"
#include "text/quote.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/file.h>

namespace og::cli {
namespace {

// Whether the descriptor is still the file of that name: another run may have published or removed
// it before it was locked.
bool same_file(int fd, const std::string &path) {
    struct stat open, named;
    return fstat(fd, &open) == 0 && lstat(path.c_str(), &named) == 0 &&
           open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

}  // namespace

PartFile::PartFile(const std::string &target) : target_(target), path_(target + suffix) {
    const SignalsBlocked blocked;
    do {
        if (fd_ >= 0)
            close(fd_);
        fd_ = open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600);
        if (fd_ < 0) {
            fail(std::strerror(errno));
            return;
        }
        if (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
            fail(errno == EWOULDBLOCK ? "another run is at work on it" : std::strerror(errno));
            return;
        }
    } while (!same_file(fd_, path_));
    ours_ = take_over();
    if (ours_)
        remove_on_signal(path_);
}

// Only what the end of a run, or of the machine, can have left: the start of a sealed file, or a
// file whose data did not reach the disk. Any other is left alone.
bool PartFile::take_over() {
    std::array<std::uint8_t, seal_header_size> start{};
    struct stat info;
    const ssize_t got = pread(fd_, start.data(), start.size(), 0);
    if (got < 0 || fstat(fd_, &info) != 0)
        return fail(std::strerror(errno));
    const bool unwritten = start == std::array<std::uint8_t, seal_header_size>{};
    if (!S_ISREG(info.st_mode) || !(unwritten || looks_sealed(start)))
        return fail("in the way: it is no unfinished sealed file");
    if (ftruncate(fd_, 0) != 0 || fchmod(fd_, 0600) != 0)
        return fail(std::strerror(errno));
    return true;
}

PartFile::~PartFile() {
    const SignalsBlocked blocked;
    if (fd_ < 0)
        return;
    if (ours_) {
        unlink(path_.c_str());
        remove_on_signal("");
    }
    close(fd_);
}

bool PartFile::fail(const std::string &error) {
    error_ = error;
    return false;
}

std::string PartFile::complaint() const {
    return shell_quoted(path_) + ": " + error_;
}

bool PartFile::write(const void *data, std::size_t size) {
    auto *bytes = static_cast<const char *>(data);
    while (size > 0) {
        const ssize_t put = ::write(fd_, bytes, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return fail(std::strerror(errno));
        bytes += put;
        size -= static_cast<std::size_t>(put);
    }
    return true;
}

bool PartFile::sync() {
    if (fsync(fd_) != 0)
        return fail(std::strerror(errno));
    posix_fadvise(fd_, 0, 0, POSIX_FADV_DONTNEED);  // a wish
    return true;
}

bool PartFile::publish(const struct stat &like) {
    // Owner before mode: a change of owner clears the set-id bits.
    if ((fchown(fd_, like.st_uid, like.st_gid) != 0 && errno != EPERM && errno != EINVAL) ||
        fchmod(fd_, like.st_mode & 0777) != 0 || fsync(fd_) != 0)
        return fail(std::strerror(errno));
    const SignalsBlocked blocked;
    int status = renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE);
    if (status != 0 && (errno == EINVAL || errno == ENOSYS)) {
        // A file system without it. Other runs are locked out, so that this is as good.
        struct stat info;
        if (lstat(target_.c_str(), &info) == 0)
            errno = EEXIST;
        else if (errno == ENOENT)
            status = rename(path_.c_str(), target_.c_str());
    }
    if (status != 0)
        return fail(std::strerror(errno));
    ours_ = false;
    remove_on_signal("");
    return sync_directory_of(target_) || fail(std::strerror(errno));
}

}  // namespace og::cli
