// SPDX-License-Identifier: MIT
#include "hash_files.hpp"

#include "text/progress.hpp"

#include <oldguard/status.h>

#include <cstring>
#include <utility>

namespace og::cli {
namespace {

// A file of up to so many bytes is read whole. Larger ones would not gain: lanes of so different
// lengths run empty.
constexpr std::size_t small = 256 * 1024;
constexpr std::size_t arena_size = 2 * 1024 * 1024;
constexpr std::size_t most_pending = 1024;

// Room beyond the size that a file has at first, which need not be its true size: the files of
// /proc, whose size is given as 0, fit as well.
constexpr std::size_t slack = 4096;

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
    if (!input.ok()) return settle(std::move(request), failure_of(input));
    std::optional<std::uint64_t> size;
    if (options_.batches && !options_.progress) size = input.regular_size();
    if (!size || *size > small || request.name == "-") return alone(std::move(request), input, {});
    const std::size_t room = static_cast<std::size_t>(*size) + slack;
    if ((used_ + room > arena_size || pending_.size() == most_pending) && !flush()) return false;
    if (!arena_) arena_ = std::make_unique_for_overwrite<std::uint8_t[]>(arena_size);
    std::size_t have = 0;
    ssize_t got;
    while ((got = input.read(&arena_[used_ + have], room - have)) > 0) {
        have += static_cast<std::size_t>(got);
        if (have == room) return alone(std::move(request), input, {&arena_[used_], have});
    }
    if (got < 0) return settle(std::move(request), failure_of(input));
    pending_.push_back({std::move(request), {}, used_, have});
    used_ += round_up(have);
    return true;
}

// A result that is there at once takes its turn.
bool FileHasher::settle(Request &&request, Outcome &&outcome) {
    if (pending_.empty()) return results_.result(request, outcome);
    pending_.push_back({std::move(request), std::move(outcome), 0, 0});
    return pending_.size() < most_pending || flush();
}

// A file that does not join the batch, which may start in the free part of the arena.
bool FileHasher::alone(Request &&request, Input &input, std::span<const std::uint8_t> start) {
    return flush() && results_.result(request, stream(request, input, start));
}

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

// Those of one algorithm.
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
