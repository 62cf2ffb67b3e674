// SPDX-License-Identifier: MIT
// Hashing the files of `oldguard sum`, small ones side by side.
#pragma once

#include "digest.hpp"
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
    Digest expected{};  // for whoever takes the result
};

struct Outcome {
    enum {
        hashed,
        missing,  // no such file
        failed,   // could not be read
    } kind = hashed;
    std::string why;        // of a failure
    Digest digest{};        // of a success
    bool attacked = false;  // a success that is half of a collision attack
};

// Takes the results, in the order of the requests. Both functions say whether to go on.
class Results {
public:
    virtual ~Results() = default;
    virtual bool result(const Request &request, const Outcome &outcome) = 0;
    virtual bool pause() = 0;  // it may take a while until the next one
};

struct HashOptions {
    bool progress = false;  // show how far each file has come, one by one
    bool batches = true;    // small files side by side
    bool detect = true;     // look for collision attacks on SHA-1
};

// Hashes files. Small regular ones are read whole into an arena until that is full, and then hashed
// by og_sha1dc_many, og_sha1_many or og_whirlpool_many; all others are read one buffer ahead, each
// after what was asked for before it.
// The memory in use does not depend on the files. A file that grows or shrinks meanwhile counts as
// long as it is found when its end is read.
class FileHasher {
public:
    FileHasher(const HashOptions &options, Results &results);

    // The result may come later. False when the results were refused: no more is to be done.
    bool add(Request request);

    // Gives all results that are still to come.
    bool flush();

private:
    struct Pending {
        Request request;
        Outcome outcome;
        std::size_t at, size;  // in the arena
    };

    bool alone(Request &&request, Input &input, std::span<const std::uint8_t> start);
    bool settle(Request &&request, Outcome &&outcome);
    Outcome stream(const Request &request, Input &input, std::span<const std::uint8_t> start);
    void hash_batch(const Algorithm &algorithm);

    HashOptions options_;
    Results &results_;
    std::unique_ptr<std::uint8_t[]> arena_;
    ReadAhead::Buffers buffers_;
    std::size_t used_ = 0;  // of the arena
    std::vector<Pending> pending_;
};

}  // namespace og::cli
