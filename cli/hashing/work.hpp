// SPDX-License-Identifier: MIT
// What the hashing threads share.
#pragma once

#include "batch.hpp"
#include "file_reader.hpp"
#include "options.hpp"

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

    std::atomic<bool> stop{false};           // the results are not wanted any more; written under `mutex`
    std::atomic<bool> out_of_memory{false};  // a thread has ended for want of memory

    // Files that are open or being opened. A thread that finds no descriptor left waits for `closed_files`
    // while others have some.
    std::atomic<std::size_t> open_files{0};
    std::atomic<std::uint64_t> closed_files{0};  // since the start, and attempts to open one that failed
    std::atomic<unsigned> short_of_files{0};     // threads that wait

    // Counts a file that was closed, or that could not be opened. Returns whether others have some.
    bool closed() {
        closed_files++;  // before others see that this thread has none
        const bool others = --open_files > 0;
        if (short_of_files > 0) {
            const std::lock_guard lock(mutex);
            added.notify_all();
            ended.notify_all();
        }
        return others;
    }
};

}  // namespace og::cli
