// SPDX-License-Identifier: MIT
#include "piece_source.hpp"

#include "os/file.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace og::cli {

namespace {

// The files that stay open because the next piece is probably in one of them.
constexpr std::size_t most_idle = 8;

}  // namespace

PieceFiles::~PieceFiles() { close_idle(0); }

// Closes the idle files beyond a number. Returns whether there were some.
bool PieceFiles::close_idle(std::size_t most) {
    const std::lock_guard lock(mutex_);
    bool closed = false;
    for (; idle_.size() > most; closed = true) {
        os::close(idle_.front().fd);
        idle_.erase(idle_.begin());
    }
    return closed;
}

// Returns the descriptor of a file that no other thread uses, or -1 with errno. Where none is left, it closes
// the idle files, or waits while other threads have some.
int PieceFiles::take(std::size_t file) {
    {
        const std::lock_guard lock(mutex_);
        const auto found =
            std::find_if(idle_.begin(), idle_.end(), [&](const Idle &idle) { return idle.file == file; });
        if (found != idle_.end()) {
            const int fd = found->fd;
            idle_.erase(found);
            busy_++;
            return fd;
        }
    }
    for (;;) {
        const std::uint64_t finished = finished_;
        busy_++;
        const int fd = open(file);
        if (fd >= 0) return fd;
        const int error = errno;
        const bool others = --busy_ > 0 || finished_ != finished;
        const bool none_left = error == EMFILE || error == ENFILE;
        if (none_left && close_idle(0)) continue;
        if (!none_left || !others) {
            errno = error;
            return -1;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

void PieceFiles::give(Idle idle) {
    {
        const std::lock_guard lock(mutex_);
        idle_.push_back(idle);
    }
    close_idle(most_idle);
    finished_++;  // before others see that this thread has none
    busy_--;
}

bool PieceFiles::read(const FileChain::Span &span, std::uint8_t *to) {
    const auto size = static_cast<std::size_t>(span.size);
    if (is_padding(span.file)) {
        std::memset(to, 0, size);
        return true;
    }
    const int fd = take(span.file);
    int error = fd < 0 ? errno : 0;
    std::size_t done = 0;
    while (fd >= 0 && done < size) {
        const ssize_t part = os::pread(fd, to + done, size - done, static_cast<off_t>(span.offset + done));
        if (part < 0 && errno == EINTR) continue;
        if (part < 0) error = errno;
        if (part <= 0) break;
        done += static_cast<std::size_t>(part);
    }
    if (fd >= 0) give({span.file, fd});
    if (done == size) return true;
    failed(span.file, error);
    errno = error != 0 ? error : ENODATA;
    return false;
}

ssize_t PieceSource::read(void *buffer, std::size_t size) {
    auto *to = static_cast<std::uint8_t *>(buffer);
    for (const FileChain::Span &span : files_.chain().spans(offset_, std::min<std::uint64_t>(left_, size))) {
        if (!files_.read(span, to)) return -1;
        to += span.size;
    }
    const auto done = static_cast<std::size_t>(to - static_cast<std::uint8_t *>(buffer));
    offset_ += done;
    left_ -= done;
    return static_cast<ssize_t>(done);
}

}  // namespace og::cli
