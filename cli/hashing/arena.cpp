// SPDX-License-Identifier: MIT
#include "arena.hpp"

#include "os/file.hpp"

#include <oldguard/status.h>

#include <cerrno>
#include <cstring>

namespace og::cli {
namespace {

// With the tables of the kernels, this fits into the second-level cache.
constexpr std::size_t arena_size = 1024 * 1024;

// Room beyond the size that fstat reports. Files of /proc report 0.
constexpr std::size_t slack = 4096;

// Rounds a size up to a multiple of 64, which aligns the next file.
constexpr std::size_t round_up(std::size_t size) { return (size + 63) / 64 * 64; }

}  // namespace

bool Arena::fits(std::uint64_t size) const { return used_ + most_blob_head + size + slack <= arena_size; }

template <typename Read> bool Arena::take_bytes(Slot &slot, std::size_t size, Read read) {
    if (!bytes_) bytes_ = std::make_unique_for_overwrite<std::uint8_t[]>(arena_size);
    std::uint8_t *const start = &bytes_[used_];
    std::uint8_t *to = start;
    if (slot.prefix == Prefix::git_blob) {
        to += blob_head(size, to);
    }
    const std::size_t room = size + slack;
    std::size_t have = 0;
    for (;;) {
        const ssize_t got = read(to + have, room - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            slot.result.kind = Result::failed;
            slot.result.error = errno;
            slot.complete();
            return true;
        }
        have += static_cast<std::size_t>(got);
        // Only an empty read shows the end: some file systems report a wrong size, and files grow.
        if (got == 0) break;
        if (have == room) return false;
    }
    slot.result.bytes = have;
    if (slot.prefix == Prefix::git_blob && have != size) {
        slot.result.kind = Result::resized;
        slot.complete();
        return true;
    }
    waiting_.push_back({&slot, {start, static_cast<std::size_t>(to - start) + have}});
    used_ += round_up(static_cast<std::size_t>(to - start) + have);
    return true;
}

bool Arena::take(Slot &slot, int fd, std::size_t size) {
    return take_bytes(slot, size, [fd](void *to, std::size_t room) { return os::read(fd, to, room); });
}

bool Arena::take_source(Slot &slot) {
    return take_bytes(slot, static_cast<std::size_t>(slot.source->size()),
                      [&](void *to, std::size_t room) { return slot.source->read(to, room); });
}

void Arena::hash_one_by_one(const Algorithm &algorithm) {
    for (std::size_t i = 0; i < slots_.size(); i++) {
        Result &result = slots_[i]->result;
        og_sha1dc_verdict verdict = no_attack;
        Hasher hasher(algorithm, options_.detect);
        result.status = hasher.update(messages_[i].data, messages_[i].size);
        if (result.status == OG_OK) result.status = hasher.final(result.digest, verdict);
        result.set_verdict(verdict);
    }
}

void Arena::flush(HashCounters &counters) {
    for (const Algorithm *algorithm : algorithms) {
        slots_.clear();
        messages_.clear();
        for (const Waiting &one : waiting_)
            if (one.slot->result.algorithm == algorithm) {
                slots_.push_back(one.slot);
                messages_.push_back(one.message);
            }
        if (slots_.empty()) continue;
        if (!options_.lanes) {
            hash_one_by_one(*algorithm);
            continue;
        }
        const std::size_t count = slots_.size();
        digests_.resize(count * algorithm->size);
        verdicts_.assign(count, no_attack);
        auto *short_digests = reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests_.data());
        auto *long_digests = reinterpret_cast<std::uint8_t(*)[OG_WHIRLPOOL_DIGEST_SIZE]>(digests_.data());
        int status;
        if (algorithm == &whirlpool)
            status = og_whirlpool_many(messages_.data(), count, long_digests, nullptr);
        else if (options_.detect)
            status =
                og_sha1dc_many(messages_.data(), count, detection, short_digests, verdicts_.data(), nullptr);
        else
            status = og_sha1_many(messages_.data(), count, short_digests, nullptr);
        for (std::size_t i = 0; i < count; i++) {
            Result &result = slots_[i]->result;
            std::memcpy(result.digest.data(), &digests_[i * algorithm->size], algorithm->size);
            result.set_verdict(verdicts_[i]);
            result.status = status;
        }
    }
    std::uint64_t files = 0, bytes = 0;
    for (const Waiting &one : waiting_) {
        Result &result = one.slot->result;
        if (one.slot->counted) {
            files++;
            bytes += result.bytes;
        }
        if (result.status != OG_OK) result.kind = Result::failed;
        one.slot->complete();
    }
    counters.files.fetch_add(files, std::memory_order_relaxed);
    counters.bytes.fetch_add(bytes, std::memory_order_relaxed);
    waiting_.clear();
    used_ = 0;
}

}  // namespace og::cli
