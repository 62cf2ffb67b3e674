// SPDX-License-Identifier: MIT
#include "arena.hpp"

#include "os/file.hpp"

#include <oldguard/status.h>

#include <cerrno>
#include <cstring>
#include <fmt/format.h>

namespace og::cli {
namespace {

// With the tables of the kernels, this fits into the second-level cache.
constexpr std::size_t arena_size = 1024 * 1024;

// Room beyond the size that fstat reports. Files of /proc report 0.
constexpr std::size_t slack = 4096;

// Room for "blob SIZE" and a NUL.
constexpr std::size_t head_room = 32;

// Rounds a size up to a multiple of 64, which aligns the next file.
constexpr std::size_t round_up(std::size_t size) { return (size + 63) / 64 * 64; }

}  // namespace

bool Arena::fits(std::uint64_t size) const { return used_ + head_room + size + slack <= arena_size; }

template <typename Read> bool Arena::take_bytes(Slot &slot, std::size_t size, Read read) {
    if (!bytes_) bytes_ = std::make_unique_for_overwrite<std::uint8_t[]>(arena_size);
    std::uint8_t *const start = &bytes_[used_];
    std::uint8_t *to = start;
    if (slot.prefix == Prefix::git_blob) {
        to = fmt::format_to(to, "blob {}", size);
        *to++ = 0;
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
        result.status = hasher.update(messages_[i].data, messages_[i].len);
        if (result.status == OG_OK) result.status = hasher.final(result.digest, verdict);
        result.set_verdict(verdict);
    }
}

// Hashes the files of one algorithm.
void Arena::hash(const Algorithm &algorithm) {
    slots_.clear();
    messages_.clear();
    for (const Waiting &one : waiting_)
        if (one.slot->result.algorithm == &algorithm) {
            slots_.push_back(one.slot);
            messages_.push_back(one.message);
        }
    if (slots_.empty()) return;
    if (!options_.lanes) return hash_one_by_one(algorithm);
    digests_.resize(slots_.size() * algorithm.size);
    verdicts_.assign(slots_.size(), no_attack);
    const int status =
        hash_many(algorithm, messages_, digests_.data(), options_.detect ? verdicts_.data() : nullptr);
    for (std::size_t i = 0; i < slots_.size(); i++) {
        Result &result = slots_[i]->result;
        std::memcpy(result.digest.data(), &digests_[i * algorithm.size], algorithm.size);
        result.set_verdict(verdicts_[i]);
        result.status = status;
    }
}

void Arena::flush(HashCounters &counters) {
    for (const Algorithm *algorithm : algorithms) hash(*algorithm);
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
