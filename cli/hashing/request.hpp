// SPDX-License-Identifier: MIT
// What the pipeline hashes and what it returns.
#pragma once

#include "digest.hpp"
#include "files/file_time.hpp"
#include "files/folder.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace og::cli {

// Bytes to hash that are not one whole file, for example a piece of a torrent. One hashing thread uses it.
class Source {
public:
    virtual ~Source() = default;

    // Returns the number of bytes that read() will return in total, or an upper bound.
    virtual std::uint64_t size() const = 0;

    // Reads 1 to size bytes. Returns their number, 0 at the end and -1 with errno after an error.
    virtual ssize_t read(void *buffer, std::size_t size) = 0;
};

// The state of a long hash, to continue it in another run. The states are those of og_sha1_export,
// og_sha1dc_export and og_whirlpool_export.
struct MidState {
    std::uint64_t offset = 0;         // the bytes that `state` covers: hashing starts there
    std::vector<std::uint8_t> state;  // empty: from the start
    std::uint64_t every = 0;          // call save() after each multiple of this number of bytes; 0: never
    // Receives the number of bytes so far and the state. Called by a hashing thread.
    std::function<void(std::uint64_t bytes, std::span<const std::uint8_t> state)> save;
};

// A header that is hashed before the file.
enum class Prefix {
    none,
    git_blob,  // "blob SIZE" and a NUL; a file whose size changes meanwhile is an error
};

// The most bytes of such a header.
inline constexpr std::size_t most_blob_head = 32;

// Writes "blob SIZE" and a NUL. Returns the number of bytes.
std::size_t blob_head(std::uint64_t size, std::uint8_t *to);

struct Request {
    std::string_view name;  // of the file, with any prefix; "-" is standard input unless `walked`; copied
    const Algorithm *algorithm = &sha1;
    std::size_t leaf = 0;  // the name to open starts here
    FolderRef folder{};    // the name to open is relative to this folder; empty: the current one
    bool walked = false;   // found by a walk: must be a regular file and not a symbolic link
    Prefix prefix = Prefix::none;
    bool counted = true;                    // adds to HashOptions::counters; false: a further hash of a file
    std::uint64_t tag = 0;                  // for the receiver
    std::unique_ptr<Source> source{};       // if set, no file is opened
    std::unique_ptr<MidState> mid_state{};  // with neither `source` nor `prefix`
};

struct Result {
    enum Kind {
        hashed,
        missing,      // no such file
        failed,       // could not be opened or read
        not_regular,  // `walked`, and now no regular file
        resized,      // Prefix::git_blob, and the size changed while the file was read
        no_size,      // Prefix::git_blob, and not a regular file
        excluded,     // `walked`, and one of HashOptions::excluded
        note,         // of HashPipeline::note()
    };

    Kind kind = hashed;
    std::string_view name;  // as in the request; valid during the call only
    std::uint64_t tag = 0;
    const Algorithm *algorithm = &sha1;
    int error = 0;                // errno of a failure; 0 if `status` has the reason
    int status = 0;               // og_status
    Digest digest{};              // if hashed
    std::uint64_t bytes = 0;      // hashed, without the prefix
    FileTime mtime;               // of the opened file
    std::uint64_t inode = 0;      // of the opened file
    bool changed = false;         // the file's size or times changed while it was read
    bool attacked = false;        // half of a SHA-1 collision
    int vector = -1;              // if attacked: the vector, see og_sha1dc_vector_name
    std::uint64_t attack_at = 0;  // if attacked: the offset of the first attack block, prefix included

    void set_verdict(const og_sha1dc_verdict &verdict) {
        attacked = verdict.vector >= 0;
        vector = verdict.vector;
        attack_at = verdict.at;
    }
};

// Returns the reason of a failure for a message.
std::string reason(const Result &result);

// Receives the results in the thread that calls the pipeline, in the order of the requests if
// HashOptions::in_order is set.
class Receiver {
public:
    virtual ~Receiver() = default;

    // Takes a result. Returns whether to continue.
    virtual bool result(const Result &result) = 0;

    // Prints what is waiting, because the next result may take a while. Returns whether to continue.
    virtual bool pause() { return true; }

    // Called several times a second while the pipeline hashes or waits. Returns whether to continue.
    virtual bool tick() { return true; }
};

}  // namespace og::cli
