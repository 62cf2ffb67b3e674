// SPDX-License-Identifier: MIT
// Hashes a stream of files in several threads and several at a time in the lanes of each.
#pragma once

#include "worker.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

namespace og::cli {

// Hashes files, and with HashOptions::in_order in the order of add() as far as the receiver can see. The
// calling thread is one of the hashing threads and calls the receiver. At most `window` requests wait for
// their results: then add() hashes before it returns. Not thread-safe.
class HashPipeline {
public:
    static constexpr std::size_t window = 65536;

    HashPipeline(const HashOptions &options, Receiver &receiver);
    ~HashPipeline();  // drops the requests without a result
    HashPipeline(const HashPipeline &) = delete;
    HashPipeline &operator=(const HashPipeline &) = delete;

    // Hashes a file now or later. Returns false if the receiver does not want to continue.
    bool add(Request &&request);

    // Delivers a result that is already known in its place: a message, or an entry of a walk that cannot be
    // read. kind: note, missing or failed.
    bool note(std::string_view name, std::uint64_t tag, Result::Kind kind = Result::note, int error = 0);

    // Opens all files that were added, so that their folders can be closed. The results may come later.
    bool release_folders();

    // Hashes all files that were added, and delivers their results.
    bool finish();

    const HashCounters &counters() const { return work_.counters; }

private:
    Slot &append(std::string_view name);
    void submit();
    bool submit_when_full();
    void start_threads();
    bool advance();
    bool can_deliver() const;
    bool can_deliver(const RequestBatch &batch) const;
    bool deliver();
    bool deliver(RequestBatch &batch);
    bool hash_in_turn(const RequestBatch &batch, Slot &slot);

    Work work_;
    Receiver &receiver_;
    Worker worker_;  // of the calling thread
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::thread> threads_;
    bool tried_threads_ = false;
    std::unique_ptr<RequestBatch> filling_;              // takes the next requests
    std::deque<std::unique_ptr<RequestBatch>> order_;    // with results to deliver
    std::vector<std::unique_ptr<RequestBatch>> unused_;  // their memory is used again
};

}  // namespace og::cli
