// SPDX-License-Identifier: MIT
// Hashes a stream of files in several threads and several at a time in the lanes of each.
#pragma once

#include "os/file.hpp"
#include "request.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace og::cli {

// What was done so far. Read by other threads.
struct HashCounters {
    std::atomic<std::uint64_t> files{0}, bytes{0};
};

// A file, whatever its name is.
struct FileId {
    os::Device device;
    os::Inode inode;
};

struct HashOptions {
    unsigned threads = 1;              // hashing threads, the calling one included
    bool detect = true;                // detect collision attacks on SHA-1
    bool lanes = true;                 // hash several files at a time
    bool one_reader = false;           // read large files one after the other: for rotating disks
    bool keep_cache = false;           // keep large files in the page cache after reading them
    bool in_order = true;              // deliver the results in the order of the requests, else as they come
    std::vector<FileId> excluded;      // walked files that are not hashed
    HashCounters *counters = nullptr;  // adds to these; NULL: to counters of its own
};

// Sets threads and one_reader. `jobs` is the number of threads and files that are read at a time; 0: one for
// each processor, or one thread on a rotating disk. rotates() returns whether the files are on a rotating
// disk. It is called with at most one job only.
void set_threads(HashOptions &options, unsigned jobs, const std::function<bool()> &rotates);

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

    const HashCounters &counters() const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace og::cli
