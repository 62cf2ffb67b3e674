// SPDX-License-Identifier: MIT
#include "pipeline.hpp"

#include "os/file.hpp"
#include "worker.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <thread>

namespace og::cli {
namespace {

// The batches for each thread that wait to be opened: some milliseconds of work, so that no thread waits
// while the calling thread hashes.
constexpr std::size_t batches_ahead = 8;

}  // namespace

class HashPipeline::Impl {
public:
    Impl(const HashOptions &options, Receiver &receiver)
        : work_(options), in_order_(options.in_order), receiver_(receiver), worker_(work_) {}

    ~Impl() {
        {
            const std::lock_guard lock(work_.mutex);
            work_.stop = true;
        }
        work_.added.notify_all();
        for (std::thread &thread : threads_) thread.join();
    }

    const HashCounters &counters() const { return work_.counters; }

    bool add(Request &&request) {
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

    bool note(std::string_view name, std::uint64_t tag, Result::Kind kind, int error) {
        Slot &slot = append(name);
        slot.result.tag = tag;
        slot.result.kind = kind;
        slot.result.error = error;
        slot.state.store(Slot::done, std::memory_order_relaxed);
        return submit_when_full();
    }

    bool release_folders() {
        submit();
        const auto all_released = [&] {
            return std::all_of(order_.begin(), order_.end(),
                               [](const auto &batch) { return batch->released.load(); });
        };
        while (!all_released())
            if (!advance()) return false;
        return true;
    }

    bool finish() {
        submit();
        while (!order_.empty())
            if (!advance()) return false;
        return receiver_.pause();
    }

private:
    Slot &append(std::string_view name) {
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
    void submit() {
        if (!filling_) return;
        {
            const std::lock_guard lock(work_.mutex);
            work_.batches.push_back(filling_.get());
        }
        order_.push_back(std::move(filling_));
        work_.added.notify_one();
    }

    // Submits a full batch. Hashes while too many batches wait to be opened or to be delivered.
    bool submit_when_full() {
        if (!filling_->full()) return true;
        submit();
        for (;;) {
            start_threads();
            if (waiting_batches() <= batches_ahead * (threads_.size() + 1) &&
                order_.size() <= window / RequestBatch::size)
                return true;
            if (!advance()) return false;
        }
    }

    std::size_t waiting_batches() {
        const std::lock_guard lock(work_.mutex);
        return work_.batches.size();
    }

    // Starts the threads when there is work for more than one.
    void start_threads() {
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

    // Delivers the results that are complete, and hashes a little or waits.
    bool advance() {
        if (!deliver()) return false;
        receiver_.tick();
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
    bool can_deliver() const {
        if (in_order_) return can_deliver(*order_.front());
        return std::any_of(order_.begin(), order_.end(),
                           [this](const auto &batch) { return can_deliver(*batch); });
    }

    bool can_deliver(const RequestBatch &batch) const {
        if (batch.delivered == batch.count) return batch.released.load(std::memory_order_acquire);
        const auto is_complete = [](const Slot &slot) {
            const Slot::State state = slot.state.load(std::memory_order_acquire);
            return state == Slot::done || state == Slot::in_turn;
        };
        if (in_order_) return is_complete(batch.slots[batch.delivered]);
        return std::any_of(batch.slots.begin(),
                           batch.slots.begin() + static_cast<std::ptrdiff_t>(batch.count), is_complete);
    }

    bool deliver() {
        for (std::size_t at = 0; at < order_.size();) {
            RequestBatch &batch = *order_[at];
            if (batch.delivered < batch.count && !deliver(batch)) return false;
            if (batch.delivered == batch.count && batch.released.load(std::memory_order_acquire)) {
                batch.clear();
                unused_.push_back(std::move(order_[at]));
                order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(at));
            } else if (in_order_) {
                break;
            } else {
                at++;
            }
        }
        return true;
    }

    // Delivers the complete results of a batch, with `in_order` those before the first incomplete one.
    bool deliver(RequestBatch &batch) {
        for (std::size_t i = in_order_ ? batch.delivered : 0; i < batch.count; i++) {
            Slot &slot = batch.slots[i];
            const Slot::State state = slot.state.load(std::memory_order_acquire);
            if (state == Slot::waiting && in_order_) break;
            if (state == Slot::waiting || state == Slot::delivered) continue;
            if (state == Slot::in_turn) {
                if (!receiver_.pause()) return false;
                hash_in_turn(batch, slot);
            }
            slot.state.store(Slot::delivered, std::memory_order_relaxed);
            batch.delivered++;
            slot.result.name = batch.name(slot);
            if (!receiver_.result(slot.result)) return false;
        }
        return true;
    }

    // Hashes a pipe, a device or standard input.
    void hash_in_turn(const RequestBatch &batch, Slot &slot) {
        const char *name = batch.to_open(slot);
        const bool is_stdin = std::strcmp(name, "-") == 0;
        const int fd =
            is_stdin ? STDIN_FILENO : os::openat(batch.folder(slot), name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
        os::Status status{};
        if (fd < 0 || os::fstat(fd, &status) != 0) {
            slot.result.kind = errno == ENOENT ? Result::missing : Result::failed;
            slot.result.error = errno;
            if (fd > STDIN_FILENO) os::close(fd);
            return;
        }
        if (slot.prefix == Prefix::git_blob && !S_ISREG(status.st_mode)) {
            slot.result.kind = Result::no_size;
            if (!is_stdin) os::close(fd);
            return;
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
            receiver_.tick();
        }
    }

    Work work_;
    const bool in_order_;
    Receiver &receiver_;
    Worker worker_;  // of the calling thread
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::thread> threads_;
    bool tried_threads_ = false;
    std::unique_ptr<RequestBatch> filling_;              // takes the next requests
    std::deque<std::unique_ptr<RequestBatch>> order_;    // with results to deliver
    std::vector<std::unique_ptr<RequestBatch>> unused_;  // their memory is used again
};

void set_threads(HashOptions &options, unsigned jobs, const std::function<bool()> &rotates) {
    options.one_reader = jobs <= 1 && rotates();
    options.threads = jobs;
    if (jobs == 0)
        options.threads = options.one_reader ? 1 : std::max(1u, std::thread::hardware_concurrency());
}

HashPipeline::HashPipeline(const HashOptions &options, Receiver &receiver)
    : impl_(std::make_unique<Impl>(options, receiver)) {}
HashPipeline::~HashPipeline() = default;
bool HashPipeline::add(Request &&request) { return impl_->add(std::move(request)); }
bool HashPipeline::note(std::string_view name, std::uint64_t tag, Result::Kind kind, int error) {
    return impl_->note(name, tag, kind, error);
}
bool HashPipeline::release_folders() { return impl_->release_folders(); }
bool HashPipeline::finish() { return impl_->finish(); }
const HashCounters &HashPipeline::counters() const { return impl_->counters(); }

}  // namespace og::cli
