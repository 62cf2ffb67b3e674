// SPDX-License-Identifier: MIT
// The file of --journal: the results of an audit as they come, in JSON lines, so that another run can go on.
#pragma once

#include "findings.hpp"
#include "text/keyed_hash.hpp"

#include <chrono>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace og::cli {

// A file that was read completely.
struct JournalRecord {
    FileState state;
    Digests digests;
    std::uint32_t checked = 0;  // in seconds since 1970
    bool attacked = false;
};

// A file that was read up to `offset`. `bytes` is the state of og_*_export.
struct JournalState {
    FileState file;
    Hash hash = Hash::sha1;
    std::uint64_t offset = 0;
    std::vector<std::uint8_t> bytes;
};

// The lines are written in blocks, and the file is flushed to the disk ten seconds after the last flush at
// the earliest. A state is flushed at once. add(), add_state() and error() are thread-safe.
class Journal {
public:
    Journal() = default;
    ~Journal();
    Journal(const Journal &) = delete;
    Journal &operator=(const Journal &) = delete;

    // Opens or creates the file and reads what an earlier run left. The end of a line that was not written
    // completely is removed. A journal that says that its audit is complete is emptied. Returns "" or the
    // complaint: another process uses it, it belongs to another audit, or "FILE: LINE: REASON". `identity` is
    // the same for audits that may share a journal.
    std::string open(const std::string &file, const std::string &identity);

    int fd() const { return fd_; }

    // Returns what an earlier run found out about a file in this state, or NULL.
    const JournalRecord *find(std::string_view name, const FileState &state) const;
    const JournalState *find_state(std::string_view name, const FileState &state, Hash hash) const;

    void add(std::string_view name, const JournalRecord &record);
    void add_state(std::string_view name, const JournalState &state);

    // Writes everything, and the mark of the end if the audit is complete. Returns false after an error.
    bool finish(bool complete);

    // Returns errno of the first write that failed, or 0.
    int error() const;

private:
    std::string read(const std::string &identity);
    std::string take(std::string_view line, const std::string &identity, std::uint64_t number);
    void append(std::string_view line);
    void write_out();
    void flush_to_disk();

    std::string name_;
    int fd_ = -1;
    bool complete_ = false;
    // The names come from the folder and from the file.
    template <class T> using ByName = std::unordered_map<std::string, T, KeyedHash, std::equal_to<>>;
    ByName<JournalRecord> records_;
    ByName<std::vector<JournalState>> states_;
    mutable std::mutex mutex_;  // of the members below
    std::string text_;          // not yet written
    int error_ = 0;
    std::chrono::steady_clock::time_point flushed_;
};

}  // namespace og::cli
