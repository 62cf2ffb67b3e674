// SPDX-License-Identifier: MIT
// PBKDF2 in cycles per iteration. The blocks of the output are independent and can be derived in parallel.
// The password is the task's key, the salt its iv.
#include "operation.hpp"

#include <oldguard/kdf.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace og::bench {

namespace {

constexpr std::size_t password_size = 24, salt_size = 8;  // of og_peer_task

template <og_hash hash> class DeriveWork final : public Work {
public:
    explicit DeriveWork(const Task &task) : task_(task) {}

    void run(std::size_t calls) override {
        for (; calls; calls--)
            status_ |= og_pbkdf2(hash, task_.key, password_size, task_.iv, salt_size, OG_PEER_ITERATIONS,
                                 task_.out, task_.size);
    }
    Bytes answer() override { return status_ == OG_OK ? Bytes(task_.out, task_.out + task_.size) : Bytes(); }

private:
    Task task_;
    int status_ = OG_OK;
};

// Returns output block `index` literally by RFC 8018, section 5.2: a complete HMAC for each U. Returns an
// empty string if the library refuses one.
template <og_hash hash>
Bytes block_by_the_rfc(const std::uint8_t *password, std::size_t size, const std::uint8_t *salt,
                       std::uint8_t index, std::size_t iterations) {
    Bytes message(salt, salt + salt_size);
    message.insert(message.end(), {0, 0, 0, index});
    Bytes u(og_hash_size(hash)), sum(u.size());
    for (std::size_t i = 0; i < iterations; i++, message = u) {
        if (og_hmac(hash, password, size, message.data(), message.size(), u.data()) != OG_OK) return {};
        std::transform(sum.begin(), sum.end(), u.begin(), sum.begin(),
                       [](std::uint8_t a, std::uint8_t b) { return a ^ b; });
    }
    return sum;
}

template <og_hash hash> Bytes by_the_rfc(const Operation &op, const Task &task, std::size_t) {
    Bytes out;
    for (std::uint8_t index = 1; out.size() < task.size; index++) {
        const Bytes block = block_by_the_rfc<hash>(task.key, password_size, task.iv, index, op.iterations);
        if (block.empty()) return {};
        out.insert(out.end(), block.begin(), block.end());
    }
    out.resize(task.size);
    return out;
}

template <og_hash hash> Operation derivation(const char *name, const std::vector<std::size_t> &blocks) {
    Operation op;
    op.name = name;
    op.row_name = "og_pbkdf2";
    op.unit = Unit::iteration;
    op.iterations = OG_PEER_ITERATIONS;
    op.granule = og_hash_size(hash);
    for (std::size_t count : blocks) op.call_sizes.push_back(count * op.granule);
    op.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<DeriveWork<hash>>(task);
    };
    op.expected = by_the_rfc<hash>;
    return op;
}

// One output block under each of many passwords. A password is as many bytes of the input as a digest has.
template <og_hash hash> class DeriveManyWork final : public Work {
public:
    explicit DeriveManyWork(const Task &task) : task_(task) {
        const std::size_t size = og_hash_size(hash);
        for (std::size_t at = 0; at < task.size; at += size)
            all_.push_back({task.in + at, size, task.iv, salt_size, OG_PEER_ITERATIONS, task.out + at, size});
    }

    void run(std::size_t calls) override {
        for (; calls; calls--) status_ |= og_pbkdf2_many(hash, all_.data(), all_.size(), nullptr);
    }
    Bytes answer() override { return status_ == OG_OK ? Bytes(task_.out, task_.out + task_.size) : Bytes(); }

private:
    Task task_;
    std::vector<og_pbkdf2_derivation> all_;
    int status_ = OG_OK;
};

template <og_hash hash> Bytes each_by_the_rfc(const Operation &op, const Task &task, std::size_t) {
    Bytes out;
    for (std::size_t at = 0; at < task.size; at += op.granule) {
        const Bytes block = block_by_the_rfc<hash>(task.in + at, op.granule, task.iv, 1, op.iterations);
        if (block.empty()) return {};
        out.insert(out.end(), block.begin(), block.end());
    }
    return out;
}

template <og_hash hash> Operation derivations(const char *name, const std::vector<std::size_t> &blocks) {
    Operation op = derivation<hash>(name, blocks);
    op.row_name = "og_pbkdf2_many";
    op.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<DeriveManyWork<hash>>(task);
    };
    op.expected = each_by_the_rfc<hash>;
    return op;
}

// The kernels of pbkdf2.sha1_lanes. The U of an output block is a digest of the input, and so are both halves
// of its key. A kernel is called once for each group of its lanes. Lanes that are left over have zeros.
class Sha1LanesWork final : public Work {
public:
    Sha1LanesWork(const og_kernel &kernel, const Task &task)
        : fn_(function_of<og_pbkdf2_sha1_fn>(kernel)),
          size_(task.size),
          group_(words_in_digest * kernel.lanes),
          words_((size_ / sizeof(std::uint32_t) + group_ - 1) / group_ * group_),
          u_(words_),
          sums_(words_),
          keys_(2 * words_) {
        for (std::size_t at = 0; at < words_; at++) {
            if (place(at) >= size_) continue;
            const std::size_t in_group = at % group_, key = 2 * (at - in_group) + in_group;
            for (std::uint32_t *word : {&u_[at], &keys_[key], &keys_[key + group_]})
                std::memcpy(word, task.in + place(at), sizeof *word);
        }
    }

    void run(std::size_t calls) override {
        for (; calls; calls--)
            for (std::size_t at = 0; at < words_; at += group_)
                fn_(&u_[at], &sums_[at], &keys_[2 * at], OG_PEER_ITERATIONS);
    }
    Bytes answer() override {
        Bytes answer(size_);
        for (std::size_t at = 0; at < words_; at++)
            if (place(at) < size_) std::memcpy(&answer[place(at)], &sums_[at], sizeof sums_[at]);
        return answer;
    }

private:
    static constexpr std::size_t words_in_digest = OG_SHA1_DIGEST_SIZE / sizeof(std::uint32_t);

    // Returns the byte of the input or the answer, lane by lane, for a word of the kernel's order.
    std::size_t place(std::size_t at) const {
        const std::size_t lanes = group_ / words_in_digest, word = at % group_ / lanes;
        const std::size_t lane = at / group_ * lanes + at % lanes;
        return lane * OG_SHA1_DIGEST_SIZE + word * sizeof(std::uint32_t);
    }

    og_pbkdf2_sha1_fn *fn_;
    std::size_t size_, group_, words_;  // bytes of U, words of a group, words of U with the lanes left over
    std::vector<std::uint32_t> u_, sums_, keys_;
};

// Iterates RFC 2104 by compressions of the reference: each message is a digest and its padding.
Bytes lanes_by_compressions(const Operation &op, const Task &task, std::size_t calls) {
    const auto compress = function_of<og_sha1_blocks_fn>(reference_kernel("sha1.blocks", "sha1_c_ref"));
    constexpr std::size_t size = OG_SHA1_DIGEST_SIZE;
    Bytes sums(task.size);
    for (std::size_t at = 0; at < task.size; at += size) {
        std::array<std::uint32_t, 5> key, cv, sum = {};
        std::memcpy(key.data(), task.in + at, size);
        cv = key;
        for (std::size_t i = 0; i < 2 * calls * op.iterations; i++) {
            Bytes block(64);
            for (std::size_t j = 0; j < size; j++)
                block[j] = static_cast<std::uint8_t>(cv[j / 4] >> (24 - 8 * (j % 4)));
            block[size] = 0x80;
            block[62] = (64 + size) * 8 >> 8;
            block[63] = (64 + size) * 8 & 0xff;
            cv = key;
            compress(cv.data(), block.data(), 1);
            for (std::size_t j = 0; i % 2 == 1 && j < sum.size(); j++) sum[j] ^= cv[j];
        }
        std::memcpy(&sums[at], sum.data(), size);
    }
    return sums;
}

Operation sha1_lanes() {
    Operation op;
    op.name = op.catalogue = "pbkdf2.sha1_lanes";
    op.unit = Unit::iteration;
    op.iterations = OG_PEER_ITERATIONS;
    op.granule = OG_SHA1_DIGEST_SIZE;
    op.choice_granule = 64;
    op.call_sizes = {op.granule, 8 * op.granule, 16 * op.granule};
    op.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<Sha1LanesWork>(*kernel, task);
    };
    op.expected = lanes_by_compressions;
    return op;
}

// The kernels of pbkdf2.whirlpool_blocks. Each output block starts as a block of the input. The two chaining
// values of each lane are the first 128 bytes of the input. A kernel is called once for each group of its
// lanes.
class WhirlpoolBlocksWork final : public Work {
public:
    using Block = std::array<std::uint8_t, OG_WHIRLPOOL_DIGEST_SIZE>;

    WhirlpoolBlocksWork(const og_kernel &kernel, const Task &task)
        : fn_(function_of<og_pbkdf2_whirlpool_fn>(kernel)),
          lanes_(kernel.lanes),
          count_(task.size / sizeof(Block)),
          u_(count_ + lanes_),
          sums_(count_ + lanes_),
          keys_(2 * lanes_) {
        std::memcpy(u_.data(), task.in, task.size);
        for (std::size_t i = 0; i < 2 * lanes_; i++)
            std::memcpy(keys_[i].data(), task.in + (i < lanes_ ? 0 : sizeof(Block)), sizeof(Block));
    }

    void run(std::size_t calls) override {
        for (; calls; calls--)
            for (std::size_t at = 0; at < count_; at += lanes_)
                fn_(raw(&u_[at]), raw(&sums_[at]), raw(keys_.data()), OG_PEER_ITERATIONS);
    }
    Bytes answer() override {
        const std::uint8_t *bytes = sums_.data()->data();
        return Bytes(bytes, bytes + count_ * sizeof(Block));
    }

private:
    static std::uint8_t (*raw(Block *blocks))[sizeof(Block)] {
        return reinterpret_cast<std::uint8_t(*)[sizeof(Block)]>(blocks);
    }

    og_pbkdf2_whirlpool_fn *fn_;
    std::size_t lanes_, count_;
    std::vector<Block> u_, sums_, keys_;
};

// Iterates RFC 2104 by compressions of the reference: each message is a digest and its padding.
Bytes by_compressions(const Operation &op, const Task &task, std::size_t calls) {
    const auto compress =
        function_of<og_whirlpool_blocks_fn>(reference_kernel("whirlpool.blocks", "whirlpool_c_int64"));
    constexpr std::size_t size = OG_WHIRLPOOL_DIGEST_SIZE;
    Bytes sums(task.size);
    for (std::size_t at = 0; at < task.size; at += size) {
        Bytes blocks(task.in + at, task.in + at + size);
        blocks.resize(2 * size);
        blocks[size] = 0x80;
        blocks[2 * size - 2] = 2 * size * 8 >> 8;
        for (std::size_t i = 0; i < calls * op.iterations; i++) {
            for (std::size_t key = 0; key < 2; key++) {
                Bytes cv(task.in + key * size, task.in + (key + 1) * size);
                compress(cv.data(), blocks.data(), 2);
                std::copy(cv.begin(), cv.end(), blocks.begin());
            }
            for (std::size_t j = 0; j < size; j++) sums[at + j] ^= blocks[j];
        }
    }
    return sums;
}

Operation whirlpool_blocks() {
    Operation op;
    op.name = op.catalogue = "pbkdf2.whirlpool_blocks";
    op.unit = Unit::iteration;
    op.iterations = OG_PEER_ITERATIONS;
    op.granule = OG_WHIRLPOOL_DIGEST_SIZE;
    op.call_sizes = {op.granule, 2 * op.granule, 3 * op.granule};
    op.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<WhirlpoolBlocksWork>(*kernel, task);
    };
    op.expected = by_compressions;
    return op;
}

}  // namespace

std::vector<Operation> pbkdf2_operations() {
    return {derivation<OG_HASH_SHA1>("pbkdf2.sha1", {1, 2, 4, 8, 16}),
            derivations<OG_HASH_SHA1>("pbkdf2.sha1_many", {4, 8, 16, 64}),
            sha1_lanes(),
            derivation<OG_HASH_WHIRLPOOL>("pbkdf2.whirlpool", {1, 3}),
            derivations<OG_HASH_WHIRLPOOL>("pbkdf2.whirlpool_many", {3}),
            whirlpool_blocks()};
}

}  // namespace og::bench
