// SPDX-License-Identifier: MIT
#include "hash_files.hpp"

#include "text/progress.hpp"

#include <oldguard/status.h>

#include <cstring>
#include <utility>

namespace og::cli {
namespace {

// The largest file in a batch. Larger files would leave lanes of the multi-buffer kernels empty, because
// their sizes differ too much.
constexpr std::size_t largest_in_batch = 256 * 1024;
constexpr std::size_t arena_size = 2 * 1024 * 1024;
constexpr std::size_t most_pending = 1024;

// Room in the arena beyond the size that fstat reports. Files of /proc report 0.
constexpr std::size_t slack = 4096;

// Rounds a size up to a multiple of 64, which aligns the next file.
constexpr std::size_t round_up(std::size_t size) { return (size + 63) / 64 * 64; }

Outcome failure(std::string why) { return {Outcome::failed, std::move(why)}; }

Outcome failure_of(const Input &input) {
    if (input.error() == ENOENT && !input.ok()) return {Outcome::missing, std::strerror(ENOENT)};
    return failure(std::strerror(input.error()));
}

}  // namespace

FileHasher::FileHasher(const HashOptions &options, Results &results) : options_(options), results_(results) {}

bool FileHasher::add(Request request) {
    Input input(request.name);
    if (!input.ok()) return queue({std::move(request), failure_of(input), 0, 0});
    std::uint64_t size = UINT64_MAX;  // for no batch
    if (options_.batches && !options_.progress && request.name != "-")
        size = input.regular_size().value_or(UINT64_MAX);
    std::span<const std::uint8_t> start;
    if (size <= largest_in_batch) {
        const std::size_t room = static_cast<std::size_t>(size) + slack;
        if (used_ + room > arena_size && !flush()) return false;
        if (!arena_) arena_ = std::make_unique_for_overwrite<std::uint8_t[]>(arena_size);
        const ssize_t got = input.fill(&arena_[used_], room);
        if (got < 0) return queue({std::move(request), failure_of(input), 0, 0});
        start = {&arena_[used_], static_cast<std::size_t>(got)};
        if (start.size() < room) return queue({std::move(request), {}, used_, start.size()});
    }
    return flush() && results_.result(request, stream(request, input, start));
}

// Appends a file to the batch, or a failure, whose message must wait for the results before it.
bool FileHasher::queue(Pending &&pending) {
    used_ += round_up(pending.size);
    pending_.push_back(std::move(pending));
    return pending_.size() < most_pending || flush();
}

// Hashes one file that is not in the batch. `start` contains the bytes that were already read, and may be in
// the unused part of the arena.
Outcome FileHasher::stream(const Request &request, Input &input, std::span<const std::uint8_t> start) {
    input.will_be_long();
    Hasher hasher(*request.algorithm, options_.detect);
    Progress progress(options_.progress ? Show::always : Show::never, request.name,
                      options_.progress ? input.size() : 0);
    bool failed = false;
    int status = hasher.update(start.data(), start.size());
    {
        ReadAhead reader(input, buffers_);
        std::span<const std::uint8_t> bytes;
        while (status == OG_OK && !(bytes = reader.next()).empty()) {
            status = hasher.update(bytes.data(), bytes.size());
            progress.add(bytes.size());
        }
        failed = reader.failed();
    }
    progress.finish();
    if (failed) return failure_of(input);
    Outcome outcome;
    if (status == OG_OK) status = hasher.final(outcome.digest, outcome.attacked);
    return status == OG_OK ? outcome : failure(og_strerror(status));
}

// Hashes the pending files of one algorithm.
void FileHasher::hash_batch(const Algorithm &algorithm) {
    std::vector<Pending *> batch;
    std::vector<og_message> messages;
    for (Pending &one : pending_)
        if (one.outcome.kind == Outcome::hashed && one.request.algorithm == &algorithm) {
            batch.push_back(&one);
            messages.push_back({&arena_[one.at], one.size});
        }
    std::vector<std::uint8_t> digests(messages.size() * algorithm.size);
    std::vector<og_sha1dc_verdict> verdicts(messages.size(), {-1, 0});
    const int status =
        hash_many(algorithm, messages, digests.data(), options_.detect ? verdicts.data() : nullptr);
    for (std::size_t i = 0; i < batch.size(); i++) {
        batch[i]->outcome.attacked = verdicts[i].vector >= 0;
        std::memcpy(batch[i]->outcome.digest.data(), &digests[i * algorithm.size], algorithm.size);
        if (status != OG_OK) batch[i]->outcome = failure(og_strerror(status));
    }
}

bool FileHasher::flush() {
    for (const Algorithm *algorithm : algorithms) hash_batch(*algorithm);
    bool go_on = true;
    for (const Pending &one : pending_) go_on = go_on && results_.result(one.request, one.outcome);
    pending_.clear();
    used_ = 0;
    return go_on && results_.pause();
}

}  // namespace og::cli
