// SPDX-License-Identifier: MIT
// The two operations of a Merkle-Damgard hash: its compression function over whole blocks, and the one-shot
// call. A traits class describes the hash:
//   Fn, State          the kernel's type and the chaining value
//   start()            the initial chaining value
//   store(state)       the digest of a final chaining value
//   call(in, n, out)   the library's one-shot function
//   length_size        bytes of the length field at the end of the padding
//   name, reference    "sha1", "sha1_c_ref"
#pragma once

#include "operation.hpp"

#include <cstring>

namespace og::bench {

inline constexpr std::size_t hash_block = 64;  // bytes, of both hashes

template <class Hash> class Compression {
public:
    explicit Compression(const og_kernel &kernel) : fn_(function_of<typename Hash::Fn>(kernel)) {}

    void blocks(const std::uint8_t *in, std::size_t count) { fn_(state_.data(), in, count); }

    // Pads a message of `size` bytes whose last, incomplete block is `tail`. Returns the digest.
    Bytes finish(const std::uint8_t *tail, std::uint64_t size) {
        std::size_t rest = size % hash_block;
        Bytes pad(rest + 1 + Hash::length_size <= hash_block ? hash_block : 2 * hash_block);
        std::memcpy(pad.data(), tail, rest);
        pad[rest] = 0x80;
        std::uint64_t bits = size * 8;
        for (std::size_t i = 1; i <= 8; i++, bits >>= 8)
            pad[pad.size() - i] = static_cast<std::uint8_t>(bits);
        blocks(pad.data(), pad.size() / hash_block);
        return Hash::store(state_);
    }

private:
    typename Hash::Fn *fn_;
    typename Hash::State state_ = Hash::start();
};

template <class Hash> class BlocksWork final : public Work {
public:
    BlocksWork(const og_kernel &kernel, const Task &task) : hash_(kernel), task_(task) {}

    void run(std::size_t calls) override {
        bytes_ += calls * static_cast<std::uint64_t>(task_.size);
        for (; calls; calls--) hash_.blocks(task_.in, task_.size / hash_block);
    }
    Bytes answer() override { return hash_.finish(task_.in, bytes_); }

private:
    Compression<Hash> hash_;
    Task task_;
    std::uint64_t bytes_ = 0;
};

template <class Hash> class CallWork final : public Work {
public:
    explicit CallWork(const Task &task) : task_(task) {}

    void run(std::size_t calls) override {
        for (; calls; calls--) status_ |= Hash::call(task_.in, task_.size, digest_.data());
    }
    Bytes answer() override { return status_ == OG_OK ? digest_ : Bytes(); }

private:
    Task task_;
    Bytes digest_ = Bytes(Hash::digest_size);
    int status_ = OG_OK;
};

template <class Hash> std::string blocks_of() { return std::string(Hash::name) + ".blocks"; }

// The operation on a whole message by Hash::call.
template <class Hash> Operation whole_call(const std::string &name, const std::string &catalogue) {
    Operation call;
    call.name = name;
    call.catalogue = catalogue;
    call.whole_call = true;
    call.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<CallWork<Hash>>(task);
    };
    call.expected = [](const Operation &, const Task &task, std::size_t) {
        Compression<Hash> hash(reference_kernel(blocks_of<Hash>(), Hash::reference));
        std::size_t whole = task.size / hash_block;
        hash.blocks(task.in, whole);
        return hash.finish(task.in + whole * hash_block, task.size);
    };
    return call;
}

template <class Hash> std::vector<Operation> hash_operations() {
    Operation blocks;
    blocks.name = blocks.catalogue = blocks_of<Hash>();
    blocks.granule = hash_block;
    blocks.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<BlocksWork<Hash>>(*kernel, task);
    };
    blocks.expected = [](const Operation &op, const Task &task, std::size_t calls) {
        BlocksWork<Hash> work(reference_kernel(op.catalogue, Hash::reference), task);
        work.run(calls);
        return work.answer();
    };
    return {blocks, whole_call<Hash>(std::string(Hash::name) + ".hash", blocks.catalogue)};
}

}  // namespace og::bench
