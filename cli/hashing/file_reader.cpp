// SPDX-License-Identifier: MIT
#include "file_reader.hpp"

#include "files/file_state.hpp"
#include "os/file.hpp"

#include <algorithm>
#include <cerrno>

namespace og::cli {
namespace {

// Files above this size do not stay in the page cache, where they would replace smaller ones.
constexpr std::uint64_t largest_cached = 64 << 20;
// Bytes between two calls of posix_fadvise(2).
constexpr std::uint64_t drop_step = 8 << 20;

}  // namespace

FileReader::FileReader(OpenFile file, bool keep_cache)
    : file_(std::move(file)),
      // st_blocks is in units of 512 bytes. Compression may make it small as well; then there is no hole.
      sparse_(S_ISREG(file_.status.st_mode) && file_.status.st_size > 0 &&
              file_.status.st_blocks < file_.status.st_size / 512),
      drops_(!keep_cache && S_ISREG(file_.status.st_mode) && size() > largest_cached) {
    os::will_read_in_order(file_.fd);
}

bool FileReader::seek(std::uint64_t offset) {
    if (os::lseek(file_.fd, static_cast<off_t>(offset), SEEK_SET) < 0) return false;
    at_ = dropped_ = offset;
    data_at_ = data_end_ = 0;
    return true;
}

// Finds the data at at_ or after it. If the file system does not know, all is data.
void FileReader::find_data() {
    sparse_ = os::find_data(file_.fd, at_, data_at_, data_end_);
    os::lseek(file_.fd, static_cast<off_t>(at_), SEEK_SET);
}

std::size_t FileReader::skip_hole(std::size_t most) {
    if (!sparse_) return 0;
    if (at_ >= data_end_) find_data();
    if (!sparse_ || at_ >= data_at_) return 0;
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(most, data_at_ - at_));
    at_ += size;
    // The next read follows the hole.
    if (at_ == data_at_) os::lseek(file_.fd, static_cast<off_t>(at_), SEEK_SET);
    return size;
}

ssize_t FileReader::read(void *buffer, std::size_t size) {
    if (sparse_ && at_ < data_end_)
        size = static_cast<std::size_t>(std::min<std::uint64_t>(size, data_end_ - at_));
    ssize_t got;
    do got = os::read(file_.fd, buffer, size);
    while (got < 0 && errno == EINTR);
    if (got > 0) at_ += static_cast<std::uint64_t>(got);
    if (drops_ && (got <= 0 || at_ - dropped_ >= drop_step)) drop_cache();
    return got;
}

void FileReader::drop_cache() {
    const int error = errno;
    os::drop_cached(file_.fd, dropped_, at_ - dropped_);
    dropped_ = at_;
    errno = error;
}

bool FileReader::changed() const {
    os::Status now;
    return regular() && (os::fstat(file_.fd, &now) != 0 || !same_content(file_.status, now));
}

}  // namespace og::cli
