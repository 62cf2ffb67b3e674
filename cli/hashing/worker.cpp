// SPDX-License-Identifier: MIT
#include "worker.hpp"

#include "files/file_state.hpp"
#include "os/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <new>

namespace og::cli {
namespace {

// The number of large files that wait for a lane, from which no more are opened.
constexpr std::size_t most_large = 32;

// Returns how many of the waiting files a thread takes. The files are divided among the threads unless this
// leaves less than half of the lanes to each, which costs more than it wins: on Intel eight lanes take 0.54
// cycles per byte, and four 1.77 or more.
std::size_t share(std::size_t waiting, unsigned threads) {
    constexpr std::size_t half = Hasher::most_lanes / 2;
    const std::size_t part = (waiting + threads - 1) / threads;
    return waiting > 4 && part < half ? half : part;
}

}  // namespace

void Worker::run() {
    try {
        for (;;) {
            while (!work_.stop && step()) {
            }
            std::unique_lock lock(work_.mutex);
            work_.added.wait(lock, [this] { return work_.stop || has_work(); });
            if (work_.stop) return;
        }
    } catch (const std::bad_alloc &) {
        work_.out_of_memory = true;
        notify_of_results();
    }
}

bool Worker::has_work() const {
    return !work_.large.empty() || (short_of_files_ ? work_.closed_files != closed_files_
                                                    : batch_ != nullptr || !work_.batches.empty());
}

bool Worker::step() {
    bool busy = take_large();
    if (lanes_.room() > 0) busy = open_files() || busy;
    if (!lanes_.empty()) {
        const std::size_t closed = lanes_.advance(work_.counters);
        if (closed > 0) {
            completed_ = true;
            for (std::size_t i = 0; i < closed; i++) work_.closed();
        }
        busy = true;
    }
    if (completed_) notify_of_results();
    return busy;
}

void Worker::notify_of_results() {
    completed_ = false;
    const std::lock_guard lock(work_.mutex);
    work_.ended.notify_all();
}

// Takes large files into free lanes.
bool Worker::take_large() {
    std::vector<Large> taken;
    {
        const std::lock_guard lock(work_.mutex);
        if (work_.stop) return false;
        // The longest first: one that remains alone at the end uses only one lane.
        std::sort(work_.large.begin(), work_.large.end(),
                  [](const Large &a, const Large &b) { return a.size > b.size; });
        std::size_t count =
            std::min({lanes_.room(), work_.large.size(), share(work_.large.size(), work_.options.threads)});
        for (; count > 0; count--) {
            taken.push_back(std::move(work_.large.front()));
            work_.large.pop_front();
        }
    }
    for (Large &large : taken) lanes_.start(*large.slot, std::move(large.file));
    return !taken.empty();
}

bool Worker::take_batch() {
    const std::lock_guard lock(work_.mutex);
    if (work_.stop || work_.batches.empty() || work_.large.size() >= most_large) return false;
    batch_ = work_.batches.front();
    work_.batches.pop_front();
    return true;
}

// Opens the files of a batch. Hashes the small files that were read before if there is no batch.
bool Worker::open_files() {
    if (batch_ == nullptr && !take_batch()) {
        if (arena_.empty()) return false;
        arena_.flush(work_.counters);
        return completed_ = true;
    }
    const std::size_t before = batch_->opened;
    set_short_of_files(false);
    while (batch_->opened < batch_->count) {
        Slot &slot = batch_->slots[batch_->opened];
        if (slot.state.load(std::memory_order_relaxed) == Slot::waiting && !open(slot)) break;
        batch_->opened++;
    }
    const bool progress = batch_->opened > before;
    const bool ended = batch_->opened == batch_->count;
    const bool handed = hand_over();
    if (ended) release_batch();
    completed_ = completed_ || progress;
    return progress || ended || handed;
}

// Makes the large files that were found available to all threads.
bool Worker::hand_over() {
    if (found_.empty()) return false;
    {
        const std::lock_guard lock(work_.mutex);
        std::move(found_.begin(), found_.end(), std::back_inserter(work_.large));
    }
    found_.clear();
    work_.added.notify_all();
    completed_ = true;  // the calling thread may wait for large files, too
    return true;
}

void Worker::release_batch() {
    bool in_turn = false;
    for (std::size_t i = 0; i < batch_->count; i++)
        in_turn = in_turn || batch_->slots[i].state.load(std::memory_order_relaxed) == Slot::in_turn;
    if (!in_turn) batch_->folders.clear();
    batch_->released.store(true, std::memory_order_release);
    batch_ = nullptr;
    completed_ = true;
}

// Makes room for a small file.
void Worker::make_room(std::uint64_t size) {
    if (arena_.fits(size)) return;
    arena_.flush(work_.counters);
    completed_ = true;
}

// Leaves a pipe or a device to the calling thread.
bool Worker::leave_for_its_turn(Slot &slot) {
    slot.state.store(Slot::in_turn, std::memory_order_release);
    completed_ = true;
    return true;
}

// Completes the result of a file that is not hashed.
bool Worker::refuse(Slot &slot, Result::Kind kind, int error) {
    slot.result.kind = kind;
    slot.result.error = error;
    slot.complete();
    completed_ = true;
    return true;
}

bool Worker::refuse(Slot &slot, int error) {
    return refuse(slot, error == ENOENT ? Result::missing : Result::failed, error);
}

// Opens the file of a slot, and reads it if it is small. Returns false if there are no descriptors left now
// and other files will be closed.
bool Worker::open(Slot &slot) {
    if (slot.source) {
        if (slot.source->size() <= Stream::piece_size) {
            make_room(slot.source->size());
            if (!arena_.take_source(slot)) refuse(slot, EFBIG);  // more bytes than it promised
            slot.source.reset();
        } else {
            work_.open_files++;  // until the lane has ended, as for a file
            found_.push_back({&slot, nullptr, slot.source->size()});
        }
        return true;
    }
    const char *name = batch_->to_open(slot);
    if (!slot.walked && std::strcmp(name, "-") == 0) {
        return leave_for_its_turn(slot);
    }
    // Opening and closing a pipe would signal the end of the data to its writer.
    os::Status status;
    if (!slot.walked) {
        if (os::fstatat(batch_->folder(slot), name, &status, 0) != 0) return refuse(slot, errno);
        if (!S_ISREG(status.st_mode)) return leave_for_its_turn(slot);
    }
    const int fd = open_file(slot, name);
    if (fd >= 0) {
        opened(slot, fd);
        return true;
    }
    if (short_of_files_) return false;
    if (slot.walked && errno == ELOOP) return refuse(slot, Result::not_regular, 0);  // a symbolic link
    // EWOULDBLOCK: another process has a lease, and opening without O_NONBLOCK waits for it.
    if (!slot.walked && errno == EWOULDBLOCK) return leave_for_its_turn(slot);
    return refuse(slot, errno);
}

void Worker::set_short_of_files(bool is_short) {
    if (short_of_files_ != is_short) work_.short_of_files += is_short ? 1u : -1u;
    short_of_files_ = is_short;
}

// Returns a descriptor, or -1 with errno. Sets `short_of_files_` if none is left and others will be closed.
int Worker::open_file(const Slot &slot, const char *name) {
    // O_NONBLOCK: the file may have been replaced by a pipe, whose writer open(2) would wait for.
    const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (slot.walked ? O_NOFOLLOW : 0);
    for (;;) {
        const std::uint64_t closed = work_.closed_files;
        int fd = -1, error = EMFILE;
        const bool may = ++work_.open_files <= work_.options.most_open;
        if (may) {
            fd = os::openat(batch_->folder(slot), name, flags);
            error = errno;
        }
        if (fd >= 0) return fd;
        const bool is_short = error == EMFILE || error == ENFILE;
        if (is_short) set_short_of_files(true);  // before a file is closed, so that this thread hears of it
        const bool others = work_.closed();
        closed_files_ = closed + 1;
        if (is_short && others && work_.closed_files == closed_files_) return -1;
        set_short_of_files(false);
        errno = error;
        // Without a call of openat the limit is `most_open`: where others have no file, this thread may have
        // one.
        if (!is_short || (may && work_.closed_files == closed_files_)) return -1;
    }
}

// Reads the file of a slot if it is small. Takes the descriptor.
void Worker::opened(Slot &slot, int fd) {
    const auto end = [&](Result::Kind kind, int error) {
        os::close(fd);
        work_.closed();
        refuse(slot, kind, error);
    };
    os::Status status;
    if (os::fstat(fd, &status) != 0) return end(Result::failed, errno);
    Result &result = slot.result;
    result.mtime = FileTime(status.st_mtim);
    result.inode = status.st_ino;
    if (!S_ISREG(status.st_mode)) return end(Result::not_regular, 0);
    if (slot.walked)
        for (const FileId &id : work_.options.excluded)
            if (id.device == status.st_dev && id.inode == status.st_ino) return end(Result::excluded, 0);
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size <= Arena::largest && !slot.mid_state) {
        make_room(size);
        const bool taken = arena_.take(slot, fd, static_cast<std::size_t>(size));
        if (taken) {
            os::Status now;
            if (result.bytes != size && result.kind == Result::hashed)
                result.changed = os::fstat(fd, &now) != 0 || !same_content(status, now);
        }
        if (taken || os::lseek(fd, 0, SEEK_SET) < 0) {
            os::close(fd);
            work_.closed();
            if (!taken) leave_for_its_turn(slot);
            return;
        }
    }
    found_.push_back(
        {&slot, std::make_unique<FileReader>(OpenFile(fd, status), work_.options.keep_cache), size});
}

}  // namespace og::cli
