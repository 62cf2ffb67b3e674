// SPDX-License-Identifier: MIT
// Several messages at once: the kernels for lanes, and og_sha1_many on 64 messages.
#include "operation.hpp"
#include "peers/many.h"

#include <oldguard/sha1.h>

#include <algorithm>
#include <array>
#include <vector>

namespace og::bench {

namespace {

using Cv = std::array<std::uint32_t, 5>;
constexpr std::size_t block = 64;       // bytes
constexpr std::size_t most_lanes = 8;   // messages in a call of sha1.lanes, where there is enough
constexpr Cv start = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};  // FIPS 180-4

// A call is the blocks of `in` shared out among eight messages that go on and on, or one block each
// among fewer. It is the same work for every kernel: one of fewer lanes takes turns, one of more
// than there are messages has idle lanes. What is left over goes to the first messages.
class LanesWork final : public Work {
public:
    LanesWork(const og_kernel &kernel, const Task &task)
        : fn_(reinterpret_cast<og_sha1_lanes_fn *>(kernel.fn)), lanes_(kernel.lanes), in_(task.in),
          blocks_(task.size / block), messages_(std::min(blocks_, most_lanes)) {
        std::fill(cv_.begin(), cv_.end(), start);
    }

    void run(std::size_t calls) override {
        const std::size_t each = blocks_ / messages_;
        for (; calls; calls--) {
            fold(messages_, each, in_, each * block);
            if (const std::size_t rest = blocks_ % messages_)
                fold(rest, 1, in_ + messages_ * each * block, block);
        }
    }
    Bytes answer() override {
        const auto *bytes = reinterpret_cast<const std::uint8_t *>(cv_.data());
        return Bytes(bytes, bytes + messages_ * sizeof(Cv));
    }

private:
    void fold(std::size_t messages, std::size_t count, const std::uint8_t *in, std::size_t stride) {
        std::array<const std::uint8_t *, most_lanes> at;
        for (std::size_t first = 0; first < messages; first += lanes_) {
            const std::size_t busy = std::min(lanes_, messages - first);
            for (std::size_t i = 0; i < lanes_; i++)
                at[i] = in + (first + (i < busy ? i : 0)) * stride;
            if (busy == lanes_) {
                call(&cv_[first], at.data(), count);
            } else {  // what idle lanes compute is nobody's
                std::array<Cv, most_lanes> spare;
                std::copy_n(&cv_[first], busy, spare.begin());
                call(spare.data(), at.data(), count);
                std::copy_n(spare.begin(), busy, &cv_[first]);
            }
        }
    }
    void call(Cv *cv, const std::uint8_t *const *at, std::size_t count) {
        fn_(reinterpret_cast<std::uint32_t(*)[5]>(cv), at, count);
    }

    og_sha1_lanes_fn *fn_;
    std::size_t lanes_;
    const std::uint8_t *in_;
    std::size_t blocks_, messages_;
    std::array<Cv, most_lanes> cv_;
};

// The same by a kernel for one message.
Bytes expected_lanes(const Operation &, const Task &task, std::size_t calls) {
    auto *fn = reinterpret_cast<og_sha1_blocks_fn *>(reference_kernel("sha1.blocks", "sha1_c_ref").fn);
    const std::size_t blocks = task.size / block, messages = std::min(blocks, most_lanes);
    const std::size_t each = blocks / messages;
    Bytes answer;
    for (std::size_t i = 0; i < messages; i++) {
        Cv cv = start;
        for (std::size_t call = 0; call < calls; call++) {
            fn(cv.data(), task.in + i * each * block, each);
            if (i < blocks % messages)
                fn(cv.data(), task.in + (messages * each + i) * block, 1);
        }
        const auto *bytes = reinterpret_cast<const std::uint8_t *>(cv.data());
        answer.insert(answer.end(), bytes, bytes + sizeof cv);
    }
    return answer;
}

template <bool mixed>
class ManyWork final : public Work {
public:
    explicit ManyWork(const Task &task) {
        const std::uint8_t *at = task.in;
        for (std::size_t i = 0; i < OG_PEER_MESSAGES; i++) {
            messages_[i] = {at, og_peer_message_size(task.size, i, mixed)};
            at += messages_[i].len;
        }
    }

    void run(std::size_t calls) override {
        for (; calls; calls--)
            status_ |= og_sha1_many(messages_.data(), messages_.size(), digests_);
    }
    Bytes answer() override {
        Bytes digest(OG_SHA1_DIGEST_SIZE);
        status_ |= og_sha1(digests_, sizeof digests_, digest.data());
        return status_ == OG_OK ? digest : Bytes();
    }

private:
    std::array<og_message, OG_PEER_MESSAGES> messages_;
    std::uint8_t digests_[OG_PEER_MESSAGES][OG_SHA1_DIGEST_SIZE];
    int status_ = OG_OK;
};

// One message through the reference kernel.
Bytes reference_digest(const std::uint8_t *in, std::size_t size) {
    auto *fn = reinterpret_cast<og_sha1_blocks_fn *>(reference_kernel("sha1.blocks", "sha1_c_ref").fn);
    Bytes padded(in, in + size);
    padded.push_back(0x80);
    padded.resize((padded.size() + 8 + block - 1) / block * block);
    for (std::size_t i = 0; i < 8; i++)
        padded[padded.size() - 1 - i] = static_cast<std::uint8_t>(std::uint64_t{size} * 8 >> 8 * i);
    Cv cv = start;
    fn(cv.data(), padded.data(), padded.size() / block);
    Bytes digest;
    for (std::uint32_t word : cv)
        for (int shift = 24; shift >= 0; shift -= 8)
            digest.push_back(static_cast<std::uint8_t>(word >> shift));
    return digest;
}

template <bool mixed>
Bytes expected_many(const Operation &, const Task &task, std::size_t) {
    Bytes digests;
    const std::uint8_t *at = task.in;
    for (std::size_t i = 0; i < OG_PEER_MESSAGES; i++) {
        const std::size_t size = og_peer_message_size(task.size, i, mixed);
        const Bytes digest = reference_digest(at, size);
        digests.insert(digests.end(), digest.begin(), digest.end());
        at += size;
    }
    return reference_digest(digests.data(), digests.size());
}

template <bool mixed>
Operation many(const char *name) {
    Operation op;
    op.name = name;
    op.catalogue = "sha1.lanes";
    op.whole_call = true;
    op.granule = OG_PEER_MESSAGES * block;
    op.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<ManyWork<mixed>>(task);
    };
    op.expected = expected_many<mixed>;
    return op;
}

}  // namespace

std::vector<Operation> sha1_many_operations() {
    Operation lanes;
    lanes.name = lanes.catalogue = "sha1.lanes";
    lanes.granule = block;
    lanes.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        if (kernel->lanes > most_lanes)
            return nullptr;
        return std::make_unique<LanesWork>(*kernel, task);
    };
    lanes.expected = expected_lanes;
    std::vector<Operation> all;
    all.push_back(std::move(lanes));
    all.push_back(many<false>("sha1.many"));
    all.push_back(many<true>("sha1.many_mixed"));
    return all;
}

}  // namespace og::bench
