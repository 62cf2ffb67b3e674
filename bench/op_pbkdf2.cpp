// SPDX-License-Identifier: MIT
// PBKDF2: cycles per iteration, for outputs of several blocks, which may be worked on side by side.
// The password is the task's key, the salt its iv.
#include "operation.hpp"

#include <oldguard/kdf.h>

#include <algorithm>

namespace og::bench {

namespace {

constexpr std::size_t password_size = 24, salt_size = 8;  // of og_peer_task

template <og_hash hash>
class DeriveWork final : public Work {
public:
    explicit DeriveWork(const Task &task) : task_(task) {}

    void run(std::size_t calls) override {
        for (; calls; calls--)
            status_ |= og_pbkdf2(hash, task_.key, password_size, task_.iv, salt_size,
                                 OG_PEER_ITERATIONS, task_.out, task_.size);
    }
    Bytes answer() override {
        return status_ == OG_OK ? Bytes(task_.out, task_.out + task_.size) : Bytes();
    }

private:
    Task task_;
    int status_ = OG_OK;
};

// RFC 8018, section 5.2, word by word: a complete HMAC for each U.
template <og_hash hash>
Bytes by_the_rfc(const Operation &op, const Task &task, std::size_t) {
    Bytes out;
    for (std::uint8_t index = 1; out.size() < task.size; index++) {
        Bytes message(task.iv, task.iv + salt_size);
        message.insert(message.end(), {0, 0, 0, index});
        Bytes u(og_hash_size(hash)), sum(u.size());
        for (std::size_t i = 0; i < op.iterations; i++, message = u) {
            if (og_hmac(hash, task.key, password_size, message.data(), message.size(), u.data()) !=
                OG_OK)
                return {};
            std::transform(sum.begin(), sum.end(), u.begin(), sum.begin(),
                           [](std::uint8_t a, std::uint8_t b) { return a ^ b; });
        }
        out.insert(out.end(), sum.begin(), sum.end());
    }
    out.resize(task.size);
    return out;
}

// catalogue: of the kernels that do all of it, or empty.
template <og_hash hash>
Operation derivation(const char *name, const char *catalogue,
                     const std::vector<std::size_t> &blocks) {
    Operation op;
    op.name = name;
    op.catalogue = catalogue;
    op.whole_call = !op.catalogue.empty();
    op.row_name = "og_pbkdf2";
    op.unit = Unit::iteration;
    op.iterations = OG_PEER_ITERATIONS;
    op.granule = og_hash_size(hash);
    for (std::size_t count : blocks)
        op.call_sizes.push_back(count * op.granule);
    op.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<DeriveWork<hash>>(task);
    };
    op.expected = by_the_rfc<hash>;
    return op;
}

}  // namespace

std::vector<Operation> pbkdf2_operations() {
    return {derivation<OG_HASH_SHA1>("pbkdf2.sha1", "", {1, 2, 4, 8}),
            derivation<OG_HASH_WHIRLPOOL>("pbkdf2.whirlpool", "pbkdf2.whirlpool",
                                             {1, 3})};
}

}  // namespace og::bench
