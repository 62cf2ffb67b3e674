// SPDX-License-Identifier: MIT
// Several messages at once: the multi-buffer kernels of a hash, and the library's function for many messages.
// The traits class of hash_operations.hpp needs in addition:
//   LanesFn, LanesArgument    the type of the multi-buffer kernels, and of their first argument
//   fold(fn, lanes, cv, at, count)    calls a multi-buffer kernel
//   reference_op              the operation of the reference kernel
//   many(messages, n, out)    the library's function; out: the digests, one after another
//   Context, init(ctx), final(ctx, digest), update_many(streams, pieces, n)    the library's streams
//   two_part(messages, n, out)    the library's function for messages in two parts, if it has one
#pragma once

#include "../peers/many.h"
#include "hash_operations.hpp"

#include <oldguard/message.h>

#include <algorithm>
#include <array>
#include <vector>

namespace og::bench {

inline constexpr std::size_t most_lanes = 16;  // messages in a call, if there are enough blocks

// Distributes the blocks of `in` in each call to 16 messages, or one block each to fewer messages. The
// messages continue from call to call. The work is the same for every kernel: a kernel is called once for
// each group of its lanes, and lanes without a message are idle. Remaining blocks belong to the first
// messages.
template <class Hash> class LanesWork final : public Work {
public:
    LanesWork(const og_kernel &kernel, const Task &task)
        : fn_(function_of<typename Hash::LanesFn>(kernel)),
          lanes_(kernel.lanes),
          in_(task.in),
          blocks_(task.size / hash_block),
          messages_(std::min(blocks_, most_lanes)) {
        std::fill(cv_.begin(), cv_.end(), Hash::start());
    }

    void run(std::size_t calls) override {
        const std::size_t each = blocks_ / messages_;
        for (; calls; calls--) {
            fold(messages_, each, in_, each * hash_block);
            if (const std::size_t rest = blocks_ % messages_)
                fold(rest, 1, in_ + messages_ * each * hash_block, hash_block);
        }
    }
    Bytes answer() override {
        const auto *bytes = reinterpret_cast<const std::uint8_t *>(cv_.data());
        return Bytes(bytes, bytes + messages_ * sizeof(Cv));
    }

private:
    using Cv = typename Hash::State;

    void fold(std::size_t messages, std::size_t count, const std::uint8_t *in, std::size_t stride) {
        std::array<const std::uint8_t *, most_lanes> at;
        for (std::size_t first = 0; first < messages; first += lanes_) {
            const std::size_t busy = std::min(lanes_, messages - first);
            for (std::size_t i = 0; i < lanes_; i++) at[i] = in + (first + (i < busy ? i : 0)) * stride;
            if (busy == lanes_) {
                call(&cv_[first], at.data(), count);
            } else {  // the results of idle lanes are discarded
                std::array<Cv, most_lanes> spare;
                std::copy_n(&cv_[first], busy, spare.begin());
                call(spare.data(), at.data(), count);
                std::copy_n(spare.begin(), busy, &cv_[first]);
            }
        }
    }
    void call(Cv *cv, const std::uint8_t *const *at, std::size_t count) {
        Hash::fold(fn_, lanes_, reinterpret_cast<typename Hash::LanesArgument>(cv), at, count);
    }

    typename Hash::LanesFn *fn_;
    std::size_t lanes_;
    const std::uint8_t *in_;
    std::size_t blocks_, messages_;
    std::array<Cv, most_lanes> cv_;
};

// Computes the answer by the reference kernel, one message at a time.
template <class Hash> Bytes expected_lanes(const Operation &, const Task &task, std::size_t calls) {
    auto *fn = function_of<typename Hash::Fn>(reference_kernel(Hash::reference_op, Hash::reference));
    const std::size_t blocks = task.size / hash_block, messages = std::min(blocks, most_lanes);
    const std::size_t each = blocks / messages;
    Bytes answer;
    for (std::size_t i = 0; i < messages; i++) {
        typename Hash::State cv = Hash::start();
        for (std::size_t call = 0; call < calls; call++) {
            fn(cv.data(), task.in + i * each * hash_block, each);
            if (i < blocks % messages) fn(cv.data(), task.in + (messages * each + i) * hash_block, 1);
        }
        const auto *bytes = reinterpret_cast<const std::uint8_t *>(cv.data());
        answer.insert(answer.end(), bytes, bytes + sizeof cv);
    }
    return answer;
}

template <class Hash, bool mixed> class ManyWork final : public Work {
public:
    explicit ManyWork(const Task &task) {
        const std::uint8_t *at = task.in;
        for (std::size_t i = 0; i < OG_PEER_MESSAGES; i++) {
            messages_[i] = {at, og_peer_message_size(task.size, i, mixed)};
            at += messages_[i].size;
        }
    }

    void run(std::size_t calls) override {
        for (; calls; calls--) status_ |= Hash::many(messages_.data(), messages_.size(), digests_.data());
    }
    Bytes answer() override {
        Bytes digest(Hash::digest_size);
        status_ |= Hash::call(digests_.data(), digests_.size(), digest.data());
        return status_ == OG_OK ? digest : Bytes();
    }

private:
    std::array<og_message, OG_PEER_MESSAGES> messages_;
    std::array<std::uint8_t, OG_PEER_MESSAGES * Hash::digest_size> digests_;
    int status_ = OG_OK;
};

// Hashes one message by the reference kernel.
template <class Hash> Bytes reference_digest(const std::uint8_t *in, std::size_t size) {
    Compression<Hash> hash(reference_kernel(Hash::reference_op, Hash::reference));
    const std::size_t whole = size / hash_block;
    hash.blocks(in, whole);
    return hash.finish(in + whole * hash_block, size);
}

template <class Hash, bool mixed> Bytes expected_many(const Operation &, const Task &task, std::size_t) {
    Bytes digests;
    const std::uint8_t *at = task.in;
    for (std::size_t i = 0; i < OG_PEER_MESSAGES; i++) {
        const std::size_t size = og_peer_message_size(task.size, i, mixed);
        const Bytes digest = reference_digest<Hash>(at, size);
        digests.insert(digests.end(), digest.begin(), digest.end());
        at += size;
    }
    return reference_digest<Hash>(digests.data(), digests.size());
}

template <class Hash, bool mixed> Operation many() {
    Operation op;
    op.name = std::string(Hash::name) + (mixed ? ".many_mixed" : ".many");
    op.catalogue = std::string(Hash::name) + ".lanes";
    op.whole_call = true;
    op.granule = op.choice_limit = OG_PEER_MESSAGES * hash_block;
    op.messages = OG_PEER_MESSAGES;
    op.mixed = mixed;
    if (!mixed) op.alone = std::string(Hash::name) + ".hash";
    op.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<ManyWork<Hash, mixed>>(task);
    };
    op.expected = expected_many<Hash, mixed>;
    return op;
}

// Hashes like ManyWork, but a header of each message is apart.
template <class Hash> class TwoPartWork final : public Work {
public:
    explicit TwoPartWork(const Task &task) {
        const std::uint8_t *at = task.in;
        for (og_two_part &message : messages_) {
            const std::size_t size = task.size / OG_PEER_MESSAGES;
            const std::size_t head = std::min<std::size_t>(OG_PEER_GIT_HEADER, size);
            message = {at, head, at + head, size - head};
            at += size;
        }
    }

    void run(std::size_t calls) override {
        for (; calls; calls--) status_ |= Hash::two_part(messages_.data(), messages_.size(), digests_.data());
    }
    Bytes answer() override {
        Bytes digest(Hash::digest_size);
        status_ |= Hash::call(digests_.data(), digests_.size(), digest.data());
        return status_ == OG_OK ? digest : Bytes();
    }

private:
    std::array<og_two_part, OG_PEER_MESSAGES> messages_;
    std::array<std::uint8_t, OG_PEER_MESSAGES * Hash::digest_size> digests_;
    int status_ = OG_OK;
};

template <class Hash> Operation many_two_part() {
    Operation op = many<Hash, false>();
    op.name = std::string(Hash::name) + ".many_two_part";
    op.alone.clear();
    op.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<TwoPartWork<Hash>>(task);
    };
    return op;
}

inline constexpr std::size_t most_piece = 64 * 1024;  // bytes of a stream in a call of update_many

// Hashes 16 equal parts of `in` as streams, which take their pieces together.
template <class Hash> class StreamsWork final : public Work {
public:
    explicit StreamsWork(const Task &task) : in_(task.in), each_(task.size / most_lanes) {
        for (std::size_t i = 0; i < most_lanes; i++) streams_[i] = &contexts_[i];
    }

    void run(std::size_t calls) override {
        for (; calls; calls--) {
            for (auto &ctx : contexts_) status_ |= Hash::init(&ctx);
            for (std::size_t at = 0; at < each_; at += most_piece) {
                for (std::size_t i = 0; i < most_lanes; i++)
                    pieces_[i] = {in_ + i * each_ + at, std::min(most_piece, each_ - at)};
                status_ |= Hash::update_many(streams_.data(), pieces_.data(), most_lanes);
            }
            for (std::size_t i = 0; i < most_lanes; i++)
                status_ |= Hash::final(&contexts_[i], digests_.data() + i * Hash::digest_size);
        }
    }
    Bytes answer() override {
        Bytes digest(Hash::digest_size);
        status_ |= Hash::call(digests_.data(), digests_.size(), digest.data());
        return status_ == OG_OK ? digest : Bytes();
    }

private:
    const std::uint8_t *in_;
    std::size_t each_;
    std::array<typename Hash::Context, most_lanes> contexts_;
    std::array<typename Hash::Context *, most_lanes> streams_;
    std::array<og_message, most_lanes> pieces_;
    std::array<std::uint8_t, most_lanes * Hash::digest_size> digests_;
    int status_ = OG_OK;
};

template <class Hash> Operation update_many() {
    Operation op;
    op.name = std::string(Hash::name) + ".update_many";
    op.catalogue = std::string(Hash::name) + ".lanes";
    op.whole_call = true;
    op.granule = op.choice_limit = most_lanes * hash_block;
    op.messages = most_lanes;
    op.alone = std::string(Hash::name) + ".hash";
    op.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<StreamsWork<Hash>>(task);
    };
    op.expected = [](const Operation &, const Task &task, std::size_t) {
        Bytes digests;
        const std::size_t each = task.size / most_lanes;
        for (std::size_t i = 0; i < most_lanes; i++) {
            const Bytes digest = reference_digest<Hash>(task.in + i * each, each);
            digests.insert(digests.end(), digest.begin(), digest.end());
        }
        return reference_digest<Hash>(digests.data(), digests.size());
    };
    return op;
}

template <class Hash> std::vector<Operation> many_operations() {
    Operation lanes;
    lanes.name = lanes.catalogue = std::string(Hash::name) + ".lanes";
    lanes.granule = lanes.least = hash_block;
    lanes.messages = most_lanes;
    lanes.alone = std::string(Hash::name) + ".blocks";
    lanes.choice_limit = most_lanes * hash_block;
    lanes.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        if (kernel->lanes > most_lanes) return nullptr;
        return std::make_unique<LanesWork<Hash>>(*kernel, task);
    };
    lanes.expected = expected_lanes<Hash>;
    std::vector<Operation> all = {lanes, many<Hash, false>(), many<Hash, true>(), update_many<Hash>()};
    if constexpr (requires { Hash::two_part; }) all.push_back(many_two_part<Hash>());
    return all;
}

}  // namespace og::bench
