// SPDX-License-Identifier: MIT
// What the hashing threads share.
#pragma once

#include "batch.hpp"
#include "file_reader.hpp"
#include "pipeline.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace og::cli {

// A large message that waits for a lane. Its file is open.
struct Large {
    Slot *slot;
    std::unique_ptr<FileReader> file;  // NULL: slot->source
    std::uint64_t size;
};

struct Work {
    explicit Work(const HashOptions &how) : options(how) {}

    const HashOptions options;
    HashCounters own_counters;
    HashCounters &counters = options.counters != nullptr ? *options.counters : own_counters;

    std::mutex mutex;                    // protects what follows
    std::condition_variable added;       // work was added, or a large file closed: for the threads
    std::condition_variable ended;       // a result or a batch is complete: for the calling thread
    std::deque<RequestBatch *> batches;  // whose files are to be opened
    std::deque<Large> large;
    std::size_t open_files = 0;  // in `large` and in the lanes of all threads

    std::atomic<bool> stop{false};               // the results are not wanted any more; written under `mutex`
    std::atomic<std::uint64_t> closed_files{0};  // large ones since the start
};

}  // namespace og::cli
