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

// Derives the output literally by RFC 8018, section 5.2: a complete HMAC for each U.
template <og_hash hash> Bytes by_the_rfc(const Operation &op, const Task &task, std::size_t) {
    Bytes out;
    for (std::uint8_t index = 1; out.size() < task.size; index++) {
        Bytes message(task.iv, task.iv + salt_size);
        message.insert(message.end(), {0, 0, 0, index});
        Bytes u(og_hash_size(hash)), sum(u.size());
        for (std::size_t i = 0; i < op.iterations; i++, message = u) {
            if (og_hmac(hash, task.key, password_size, message.data(), message.size(), u.data()) != OG_OK)
                return {};
            std::transform(sum.begin(), sum.end(), u.begin(), sum.begin(),
                           [](std::uint8_t a, std::uint8_t b) { return a ^ b; });
        }
        out.insert(out.end(), sum.begin(), sum.end());
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

// The kernels of pbkdf2.whirlpool_blocks. Each output block starts as a block of the input. The two chaining
// values are the first 128 bytes of the input. A kernel is called once for each group of its lanes.
class WhirlpoolBlocksWork final : public Work {
public:
    using Block = std::array<std::uint8_t, OG_WHIRLPOOL_DIGEST_SIZE>;

    WhirlpoolBlocksWork(const og_kernel &kernel, const Task &task)
        : fn_(function_of<og_pbkdf2_whirlpool_fn>(kernel)),
          lanes_(kernel.lanes),
          count_(task.size / sizeof(Block)),
          u_(count_ + lanes_),
          sums_(count_ + lanes_) {
        std::memcpy(u_.data(), task.in, task.size);
        std::memcpy(keys_.data(), task.in, sizeof keys_);
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
    std::vector<Block> u_, sums_;
    std::array<Block, 2> keys_;
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
    return {derivation<OG_HASH_SHA1>("pbkdf2.sha1", {1, 2, 4, 8}),
            derivation<OG_HASH_WHIRLPOOL>("pbkdf2.whirlpool", {1, 3}), whirlpool_blocks()};
}

}  // namespace og::bench
