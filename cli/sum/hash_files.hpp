// SPDX-License-Identifier: MIT
// Hashes the files of `oldguard sum`, small files side by side.
#pragma once

#include "hashing/digest.hpp"
#include "files/input.hpp"
#include "files/read_ahead.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace og::cli {

struct Request {
    std::string name;  // "-" is standard input
    const Algorithm *algorithm;
    Digest expected{};  // not used here; the receiver of the result compares with it
};

struct Outcome {
    enum {
        hashed,
        missing,  // no such file
        failed,   // could not be read
    } kind = hashed;
    std::string why;        // the reason of a failure
    Digest digest{};        // if hashed
    bool attacked = false;  // if hashed: the file looks like half of a SHA-1 collision
};

// Receives the results in the order of the requests. Both functions return whether to continue.
class Results {
public:
    virtual ~Results() = default;
    virtual bool result(const Request &request, const Outcome &outcome) = 0;
    virtual bool pause() = 0;  // called when the next result may take a while
};

struct HashOptions {
    bool progress = false;  // show the progress of each file, and hash files one by one
    bool batches = true;    // hash small files side by side
    bool detect = true;     // detect collision attacks on SHA-1
};

// Hashes files. Small regular files are read into an arena, and when it is full they are hashed together by
// og_sha1dc_many, og_sha1_many or og_whirlpool_many. All other files are read one buffer ahead and hashed one
// by one. The memory use does not depend on the files. If a file grows or shrinks meanwhile, the size at
// which its end was read counts.
class FileHasher {
public:
    FileHasher(const HashOptions &options, Results &results);

    // Hashes a file now or adds it to the batch. The result may be delivered later. Returns false if the
    // receiver does not want to continue.
    bool add(Request request);

    // Hashes the batch and delivers all pending results. Returns false as add() does.
    bool flush();

private:
    struct Pending {
        Request request;
        Outcome outcome;
        std::size_t at, size;  // the data in the arena, in bytes
    };

    bool queue(Pending &&pending);
    Outcome stream(const Request &request, Input &input, std::span<const std::uint8_t> start);
    void hash_batch(const Algorithm &algorithm);

    HashOptions options_;
    Results &results_;
    std::unique_ptr<std::uint8_t[]> arena_;
    ReadAhead::Buffers buffers_;
    std::size_t used_ = 0;  // bytes of the arena
    std::vector<Pending> pending_;
};

}  // namespace og::cli
