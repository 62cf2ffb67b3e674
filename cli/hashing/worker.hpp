// SPDX-License-Identifier: MIT
// One hashing thread.
#pragma once

#include "arena.hpp"
#include "lanes.hpp"
#include "work.hpp"

namespace og::cli {

class Worker {
public:
    explicit Worker(Work &work) : work_(work), arena_(work.options), lanes_(work.options) {}

    // Hashes until Work::stop, which takes effect after the piece that is being hashed. Ends with
    // Work::out_of_memory if memory is exhausted.
    void run();

    // Opens up to a batch of files and hashes one piece of every large one, or all small ones. Returns false
    // if there is nothing to do.
    bool step();

    // Returns whether this thread is hashing large files.
    bool has_large() const { return !lanes_.empty(); }

    // Returns whether step() would find something to do. Work::mutex is locked.
    bool has_work() const;

private:
    bool take_large();
    bool open_files();
    void make_room(std::uint64_t size);
    bool take_batch();
    void release_batch();
    bool hand_over();
    bool open(Slot &slot);
    void opened(Slot &slot, int fd);
    bool leave_for_its_turn(Slot &slot);
    bool refuse(Slot &slot, Result::Kind kind, int error);
    bool refuse(Slot &slot, int error);
    void notify_of_results();
    void set_short_of_files(bool is_short);
    int open_file(const Slot &slot, const char *name);

    Work &work_;
    Arena arena_;
    StreamLanes lanes_;
    RequestBatch *batch_ = nullptr;  // whose files this thread is opening
    std::vector<Large> found_;       // large files of this batch, not yet in Work::large
    bool short_of_files_ = false;    // openat(2) failed for want of descriptors; in Work::short_of_files, too
    std::uint64_t closed_files_ = 0;  // Work::closed_files at that time
    bool completed_ = false;          // a result was completed since the last notification
};

}  // namespace og::cli
