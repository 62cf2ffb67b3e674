// SPDX-License-Identifier: MIT
#include "atomic_output.hpp"

#include "directory.hpp"
#include "file_state.hpp"
#include "text/quote.hpp"
#include "write_all.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace og::cli {

AtomicOutput::AtomicOutput(const std::string &name, const Permissions &most)
    : name_(name == "-" ? "standard output" : shell_quoted(name)), target_(name), most_(most) {
    os::Status info;
    if (name == "-") {
        fd_ = STDOUT_FILENO;
    } else if (os::lstat(name.c_str(), &info) == 0) {
        open_existing(name, S_ISLNK(info.st_mode));
    } else if (errno != ENOENT || name.empty()) {
        fail(errno);
    } else {
        open_temporary(os::new_file_mode());
    }
}

AtomicOutput::~AtomicOutput() {
    if (fd_ > STDERR_FILENO) os::close(fd_);
}

// Opens an existing output for writing, by the given name and with O_CREAT. The system then rejects files
// that another user planted in a shared directory (fs.protected_symlinks, fs.protected_regular,
// fs.protected_fifos), and files without write permission, which rename(2) would replace.
void AtomicOutput::open_existing(const std::string &name, bool is_link) {
    os::Status info, out, target;
    if (is_link && os::stat(name.c_str(), &info) != 0) {  // opening it could create its target
        const bool dangling = errno == ENOENT;
        fail(errno);
        if (dangling) error_ = "dangling symbolic link: " + error_;
        return;
    }
    fd_ = os::open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
    if (fd_ < 0 || os::fstat(fd_, &info) != 0) {
        fail(errno);
        return;
    }
    const bool to_stdout = os::fstat(STDOUT_FILENO, &out) == 0 && same_file(info, out);
    if (!S_ISREG(info.st_mode) && !to_stdout) return;
    const Permissions old = permissions_of(fd_, info);
    os::close(fd_);
    fd_ = -1;
    if (to_stdout) {  // other data in the same file are kept
        fd_ = STDOUT_FILENO;
        return;
    }
    if (is_link) {
        target_ = os::real_path(name);
        if (target_.empty()) {
            fail(errno);
            return;
        }
    }
    if (os::lstat(target_.c_str(), &target) != 0) {
        fail(errno);
    } else if (!same_file(info, target)) {
        error_ = "changed while it was opened";
    } else {
        owner_ = info.st_uid;
        group_ = info.st_gid;
        most_.mode |= 0111;  // execute permission reveals no data
        open_temporary(old.mode);
    }
}

void AtomicOutput::open_temporary(os::Mode mode) {
    mode_ = mode;
    temporary_.emplace(target_);
    if (temporary_->fd() < 0) fail(errno);
}

bool AtomicOutput::fail(int error) {
    error_ = std::strerror(error);
    return false;
}

std::string AtomicOutput::complaint() const { return fmt::format("{}: {}", name_, error_); }

std::string AtomicOutput::too_late() const {
    if (undoable() || written_ == 0) return "";
    return fmt::format("; {} bytes already written to {} cannot be taken back", written_, name_);
}

bool AtomicOutput::write(const void *data, std::size_t size) {
    const std::size_t put = write_all(temporary_ ? temporary_->fd() : fd_, data, size);
    written_ += put;
    return put == size || fail(errno);
}

bool AtomicOutput::commit() {
    if (!undoable()) {
        // Some network file systems report errors only in close(2).
        int fd = fd_;
        fd_ = -1;
        return os::close(fd) == 0 || fail(errno);
    }
    if (!temporary_->settle(mode_, owner_, group_, most_)) return fail(errno);
    if (!temporary_->publish(true)) {
        const bool lost = errno == ESTALE;
        fail(errno);
        if (lost) error_ = "the temporary file was replaced or removed";
        return false;
    }
    temporary_.reset();
    return sync_directory_of(target_) || fail(errno);
}

}  // namespace og::cli
