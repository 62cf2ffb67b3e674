// SPDX-License-Identifier: MIT
#include "pipeline.hpp"

#include "os/file.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>
#include <system_error>

namespace og::cli {
namespace {

// The batches for each thread that wait to be opened: some milliseconds of work, so that no thread waits
// while the calling thread hashes.
constexpr std::size_t batches_ahead = 8;

// Opens a pipe or a device. Returns its descriptor, or -1 with errno: without `waits`, EINVAL for a pipe.
int open_in_turn(int folder, const char *name, bool waits) {
    constexpr int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY;
    if (waits) return os::openat(folder, name, flags);
    int fd = os::openat(folder, name, flags | O_NONBLOCK);
    // Another process has a lease on the file. Opening it waits until the lease is given back.
    if (fd < 0 && errno == EWOULDBLOCK) fd = os::openat(folder, name, flags);
    os::Status status;
    if (fd < 0 || (os::fstat(fd, &status) == 0 && !S_ISFIFO(status.st_mode))) return fd;
    os::close(fd);
    errno = EINVAL;
    return -1;
}

}  // namespace

void set_threads(HashOptions &options, unsigned jobs, const std::function<bool()> &rotates) {
    options.one_reader = jobs <= 1 && rotates();
    options.threads = jobs;
    if (jobs == 0)
        options.threads = options.one_reader ? 1 : std::max(1u, std::thread::hardware_concurrency());
}

HashPipeline::HashPipeline(const HashOptions &options, Receiver &receiver)
    : work_(options), receiver_(receiver), worker_(work_) {}

HashPipeline::~HashPipeline() {
    {
        const std::lock_guard lock(work_.mutex);
        work_.stop = true;
    }
    work_.added.notify_all();
    for (std::thread &thread : threads_) thread.join();
}

bool HashPipeline::add(Request &&request) {
    Slot &slot = append(request.name);
    slot.result.tag = request.tag;
    slot.result.algorithm = request.algorithm;
    slot.leaf = static_cast<std::uint32_t>(request.leaf);
    slot.walked = request.walked;
    slot.counted = request.counted;
    slot.prefix = request.prefix;
    slot.source = std::move(request.source);
    slot.mid_state = std::move(request.mid_state);
    if (request.folder) {
        if (filling_->folders.empty() || filling_->folders.back() != request.folder)
            filling_->folders.push_back(std::move(request.folder));
        slot.folder = static_cast<std::uint32_t>(filling_->folders.size() - 1);
    }
    return submit_when_full();
}

bool HashPipeline::note(std::string_view name, std::uint64_t tag, Result::Kind kind, int error) {
    Slot &slot = append(name);
    slot.result.tag = tag;
    slot.result.kind = kind;
    slot.result.error = error;
    slot.state.store(Slot::done, std::memory_order_relaxed);
    return submit_when_full();
}

bool HashPipeline::release_folders() {
    submit();
    const auto all_released = [&] {
        return std::all_of(order_.begin(), order_.end(),
                           [](const auto &batch) { return batch->released.load(); });
    };
    while (!all_released())
        if (!advance()) return false;
    return true;
}

bool HashPipeline::finish() {
    submit();
    while (!order_.empty())
        if (!advance()) return false;
    return receiver_.pause();
}

Slot &HashPipeline::append(std::string_view name) {
    if (!filling_) {
        if (unused_.empty()) {
            filling_ = std::make_unique<RequestBatch>();
        } else {
            filling_ = std::move(unused_.back());
            unused_.pop_back();
        }
    }
    return filling_->append(name);
}

// Hands the batch that is being filled to the threads.
void HashPipeline::submit() {
    if (!filling_) return;
    {
        const std::lock_guard lock(work_.mutex);
        work_.batches.push_back(filling_.get());
    }
    order_.push_back(std::move(filling_));
    work_.added.notify_one();
}

// Submits a full batch. Hashes while too many batches wait to be opened or to be delivered.
bool HashPipeline::submit_when_full() {
    if (!filling_->full()) return true;
    submit();
    for (;;) {
        start_threads();
        {
            const std::lock_guard lock(work_.mutex);
            if (work_.batches.size() <= batches_ahead * (threads_.size() + 1) &&
                order_.size() <= window / RequestBatch::size)
                return true;
        }
        if (!advance()) return false;
    }
}

// Starts the threads when there is work for more than one.
void HashPipeline::start_threads() {
    if (work_.options.threads <= 1 || tried_threads_) return;
    {
        const std::lock_guard lock(work_.mutex);
        if (work_.batches.size() + work_.large.size() < 2) return;
    }
    tried_threads_ = true;
    try {
        while (threads_.size() + 1 < work_.options.threads) {
            Worker &worker = *workers_.emplace_back(std::make_unique<Worker>(work_));
            threads_.emplace_back(&Worker::run, &worker);
        }
    } catch (const std::system_error &) {
        // only slower with fewer threads
    }
}

// Delivers the results that are complete, and hashes a little or waits. Throws what a thread has thrown.
bool HashPipeline::advance() {
    if (!deliver() || !receiver_.tick()) return false;
    if (work_.out_of_memory) throw std::bad_alloc();
    if (order_.empty()) return true;
    if (worker_.has_large() && !receiver_.pause()) return false;
    if (worker_.step()) {
        start_threads();
        return true;
    }
    if (!receiver_.pause()) return false;
    std::unique_lock lock(work_.mutex);
    work_.ended.wait_for(lock, std::chrono::milliseconds(200),
                         [this] { return can_deliver() || worker_.has_work(); });
    return true;
}

// Returns whether deliver() can go on.
bool HashPipeline::can_deliver() const {
    if (work_.options.in_order) return can_deliver(*order_.front());
    return std::any_of(order_.begin(), order_.end(),
                       [this](const auto &batch) { return can_deliver(*batch); });
}

bool HashPipeline::can_deliver(const RequestBatch &batch) const {
    if (batch.delivered == batch.count) return batch.released.load(std::memory_order_acquire);
    const auto is_complete = [](const Slot &slot) {
        const Slot::State state = slot.state.load(std::memory_order_acquire);
        return state == Slot::done || state == Slot::in_turn;
    };
    if (work_.options.in_order) return is_complete(batch.slots[batch.delivered]);
    return std::any_of(batch.slots.begin(), batch.slots.begin() + static_cast<std::ptrdiff_t>(batch.count),
                       is_complete);
}

bool HashPipeline::deliver() {
    for (std::size_t at = 0; at < order_.size();) {
        RequestBatch &batch = *order_[at];
        if (batch.delivered < batch.count && !deliver(batch)) return false;
        if (batch.delivered == batch.count && batch.released.load(std::memory_order_acquire)) {
            batch.clear();
            unused_.push_back(std::move(order_[at]));
            order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(at));
        } else if (work_.options.in_order) {
            break;
        } else {
            at++;
        }
    }
    return true;
}

// Delivers the complete results of a batch, with `in_order` those before the first incomplete one.
bool HashPipeline::deliver(RequestBatch &batch) {
    const bool in_order = work_.options.in_order;
    for (std::size_t i = in_order ? batch.delivered : 0; i < batch.count; i++) {
        Slot &slot = batch.slots[i];
        const Slot::State state = slot.state.load(std::memory_order_acquire);
        if (state == Slot::waiting && in_order) break;
        if (state == Slot::waiting || state == Slot::delivered) continue;
        if (state == Slot::in_turn && (!receiver_.pause() || !hash_in_turn(batch, slot))) return false;
        slot.state.store(Slot::delivered, std::memory_order_relaxed);
        batch.delivered++;
        slot.result.name = batch.name(slot);
        if (!receiver_.result(slot.result)) return false;
    }
    return true;
}

// Hashes a pipe, a device or standard input. Returns false if the receiver does not want to continue.
bool HashPipeline::hash_in_turn(const RequestBatch &batch, Slot &slot) {
    const char *name = batch.to_open(slot);
    const bool is_stdin = std::strcmp(name, "-") == 0;
    const int fd = is_stdin ? STDIN_FILENO : open_in_turn(batch.folder(slot), name, work_.options.waits);
    os::Status status{};
    if (fd < 0 || os::fstat(fd, &status) != 0) {
        slot.result.kind = errno == ENOENT ? Result::missing : Result::failed;
        slot.result.error = errno;
        if (fd > STDIN_FILENO) os::close(fd);
        return true;
    }
    if (slot.prefix == Prefix::git_blob && !S_ISREG(status.st_mode)) {
        slot.result.kind = Result::no_size;
        if (!is_stdin) os::close(fd);
        return true;
    }
    // A regular file is read from its current offset, to which its holes do not refer.
    if (is_stdin) {
        if (const off_t at = os::lseek(fd, 0, SEEK_CUR); at > 0)
            status.st_size = std::max<off_t>(status.st_size - at, 0);
        status.st_mode = S_IFIFO;
    }
    StreamLanes lane(work_.options);
    lane.start(slot, std::make_unique<FileReader>(OpenFile(fd, status), work_.options.keep_cache));
    while (!lane.empty()) {
        lane.advance(work_.counters);
        if (!receiver_.tick()) return false;
    }
    return true;
}

}  // namespace og::cli
