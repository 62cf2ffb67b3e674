// SPDX-License-Identifier: MIT
// How a pipeline hashes, and what it counts.
#pragma once

#include "os/file.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
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
    unsigned threads = 1;     // hashing threads, the calling one included
    bool detect = true;       // detect collision attacks on SHA-1
    bool lanes = true;        // hash several files at a time
    bool one_reader = false;  // read large files one after the other: for rotating disks
    bool keep_cache = false;  // keep large files in the page cache after reading them
    bool in_order = true;     // deliver the results in the order of the requests, else as they come
    bool waits = true;        // wait for the writer of a pipe; else pipes are refused with EINVAL
    std::uint64_t most_open = UINT64_MAX;  // files that are open at a time, at least 1
    std::vector<FileId> excluded;          // walked files that are not hashed
    HashCounters *counters = nullptr;      // adds to these; NULL: to counters of its own
};

// Sets threads and one_reader. `jobs` is the number of threads and files that are read at a time; 0: one for
// each processor, or one thread on a rotating disk. rotates() returns whether the files are on a rotating
// disk. It is called with at most one job only.
void set_threads(HashOptions &options, unsigned jobs, const std::function<bool()> &rotates);

}  // namespace og::cli
