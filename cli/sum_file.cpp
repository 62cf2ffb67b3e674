// SPDX-License-Identifier: MIT
#include "sum_file.hpp"

#include "progress.hpp"

#include <oldguard/status.h>

#include <cstring>
#include <utility>

namespace og::cli {
namespace {

// Large enough that a system call costs nothing beside the hash, small enough for the second-level
// cache, from which the hash then reads. One is enough: the system reads ahead from the disk
// meanwhile (will_be_long), and a thread that reads could hide no more than the copy out of the
// page cache, 0.11 s beside 0.48 s of hashing for 1 GiB (2026-11-21, Zen 5, SHA-NI).
constexpr std::size_t buffer_size = 256 * 1024;

// A file of up to so many bytes is read whole. Larger ones would not gain: lanes of so different
// lengths run empty.
constexpr std::size_t small = 256 * 1024;
constexpr std::size_t arena_size = 2 * 1024 * 1024;
constexpr std::size_t most_pending = 1024;

// Room beyond the size that a file has at first: a read that does not fill it has met the end, and
// the files of /proc, whose size is given as 0, fit as well.
constexpr std::size_t slack = 4096;

constexpr std::size_t round_up(std::size_t size) { return (size + 63) / 64 * 64; }

Outcome failure(std::string why) { return {Outcome::failed, std::move(why)}; }

Outcome failure_of(const Input &input) {
    if (input.error() == ENOENT && !input.ok())
        return {Outcome::missing, std::strerror(ENOENT)};
    return failure(std::strerror(input.error()));
}

}  // namespace

FileHasher::FileHasher(const HashOptions &options, Results &results)
    : options_(options), results_(results) {}

bool FileHasher::add(Request request) {
    Input input(request.name);
    if (!input.ok())
        return settle(std::move(request), failure_of(input));
    std::optional<std::uint64_t> size;
    if (options_.batches && !options_.progress && request.algorithm == &sha1)
        size = input.regular_size();
    if (!size || *size > small || request.name == "-")
        return alone(std::move(request), input, {});
    const std::size_t room = static_cast<std::size_t>(*size) + slack;
    if ((used_ + room > arena_size || pending_.size() == most_pending) && !flush())
        return false;
    if (!arena_)
        arena_ = std::make_unique_for_overwrite<std::uint8_t[]>(arena_size);
    std::size_t have = 0;
    ssize_t got;
    while ((got = input.read(&arena_[used_ + have], room - have)) > 0) {
        have += static_cast<std::size_t>(got);
        if (have == room)
            return alone(std::move(request), input, {&arena_[used_], have});
        if (have == *size)
            break;
    }
    if (got < 0)
        return settle(std::move(request), failure_of(input));
    pending_.push_back({std::move(request), {}, used_, have});
    used_ += round_up(have);
    return true;
}

// A result that is there at once takes its turn.
bool FileHasher::settle(Request &&request, Outcome &&outcome) {
    if (pending_.empty())
        return results_.result(request, outcome);
    pending_.push_back({std::move(request), std::move(outcome), 0, 0});
    return pending_.size() < most_pending || flush();
}

// A file that does not join the batch, which may start in the free part of the arena.
bool FileHasher::alone(Request &&request, Input &input, std::span<const std::uint8_t> start) {
    return flush() && results_.result(request, stream(request, input, start));
}

Outcome FileHasher::stream(const Request &request, Input &input,
                           std::span<const std::uint8_t> start) {
    if (!buffer_)
        buffer_ = std::make_unique_for_overwrite<std::uint8_t[]>(buffer_size);
    input.will_be_long();
    Hasher hasher(*request.algorithm, options_.detect);
    Progress progress(options_.progress, request.name, options_.progress ? input.size() : 0);
    int status = hasher.update(start.data(), start.size());
    ssize_t got = 0;
    while (status == OG_OK && (got = input.read(buffer_.get(), buffer_size)) > 0) {
        status = hasher.update(buffer_.get(), static_cast<std::size_t>(got));
        progress.add(static_cast<std::uint64_t>(got));
    }
    progress.finish();
    if (got < 0)
        return failure_of(input);
    Outcome outcome;
    if (status == OG_OK)
        status = hasher.final(outcome.digest, outcome.attacked);
    return status == OG_OK ? outcome : failure(og_strerror(status));
}

void FileHasher::hash_batch() {
    std::vector<og_message> messages;
    messages.reserve(pending_.size());
    for (const Pending &one : pending_)
        if (one.outcome.kind == Outcome::hashed)
            messages.push_back({&arena_[one.at], one.size});
    std::vector<std::array<std::uint8_t, OG_SHA1_DIGEST_SIZE>> digests(messages.size());
    std::vector<og_sha1dc_verdict> verdicts(messages.size(), {-1, 0});
    auto *out = reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests.data());
    const int status =
        options_.detect
            ? og_sha1dc_many(messages.data(), messages.size(), 0, out, verdicts.data())
            : og_sha1_many(messages.data(), messages.size(), out);
    std::size_t next = 0;
    for (Pending &one : pending_) {
        if (one.outcome.kind != Outcome::hashed)
            continue;
        one.outcome.attacked = verdicts[next].vector >= 0;
        std::memcpy(one.outcome.digest.data(), digests[next++].data(), OG_SHA1_DIGEST_SIZE);
        if (status != OG_OK)
            one.outcome = failure(og_strerror(status));
    }
}

bool FileHasher::flush() {
    hash_batch();
    bool go_on = true;
    for (const Pending &one : pending_)
        go_on = go_on && results_.result(one.request, one.outcome);
    pending_.clear();
    used_ = 0;
    return go_on && results_.pause();
}

}  // namespace og::cli
