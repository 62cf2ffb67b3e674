// SPDX-License-Identifier: MIT
// DES and Triple DES over 256 messages at once, each under its own key: the multi-buffer kernels, and
// og_des_many in CBC mode.
#include "des_keys.hpp"
#include "operation.hpp"

#include <oldguard/des_many.h>

#include <array>
#include <cstring>
#include <vector>

namespace og::bench {

namespace {

constexpr std::size_t block_size = OG_DES_BLOCK_SIZE;
constexpr std::size_t message_count = 256;

using Key = std::array<std::uint8_t, 3 * OG_DES_KEY_SIZE>;

// Returns the key of a message: the task's key, changed by the number of the message.
Key key_of(const Task &task, std::size_t message) {
    Key key;
    std::memcpy(key.data(), task.key, key.size());
    for (std::size_t i = 0; i < key.size(); i++)
        key[i] ^= static_cast<std::uint8_t>((message >> i % 8 & 1) << 1);
    return key;
}

// Returns the blocks of a message. The messages are one after another in the task's input.
const std::uint8_t *message_of(const Task &task, std::size_t message) {
    return task.in + task.size / message_count * message;
}

// The kernels take the first block of each lane, then the second of each, and so on. A kernel is called once
// for each group of its lanes.
template <unsigned keys> class LanesWork final : public Work {
public:
    LanesWork(const og_kernel &kernel, const Task &task)
        : fn_(function_of<og_des_lanes_fn>(kernel)),
          lanes_(kernel.lanes),
          steps_(task.size / block_size / message_count),
          in_(task.size),
          out_(task.size) {
        for (std::size_t first = 0; first < message_count; first += lanes_) {
            for (unsigned k = 0; k < keys; k++)
                for (std::size_t i = 0; i < lanes_; i++) {
                    const Key key = key_of(task, first + i);
                    keys_.insert(keys_.end(), &key[8 * k], &key[8 * k] + 8);
                }
            for (std::size_t i = 0; i < lanes_; i++) {
                iv_.insert(iv_.end(), task.iv, task.iv + block_size);
                for (std::size_t t = 0; t < steps_; t++)
                    std::memcpy(&in_[((first * steps_) + t * lanes_ + i) * block_size],
                                message_of(task, first + i) + t * block_size, block_size);
            }
        }
    }

    void run(std::size_t calls) override {
        for (; calls; calls--)
            for (std::size_t at = 0; at < message_count * block_size; at += lanes_ * block_size)
                fn_(&out_[at * steps_], &in_[at * steps_], steps_, &keys_[at * keys], &iv_[at]);
    }
    // Returns the last cipher block of each message.
    Bytes answer() override { return iv_; }

private:
    og_des_lanes_fn *fn_;
    std::size_t lanes_, steps_;
    Bytes in_, out_, keys_, iv_;
};

// Encrypts one message `calls` times by the reference. iv is carried on.
template <unsigned keys>
Bytes by_reference(const Task &task, std::size_t message, std::size_t calls, Bytes &iv) {
    const std::size_t size = task.size / message_count;
    auto *fn =
        function_of<og_des_cbc_fn>(reference_kernel(keys == 1 ? "des.cbc_enc" : "des3.cbc_enc", "des_c_ref"));
    const Key key = key_of(task, message);
    const DesKeys schedules(key.data());
    Bytes out(size);
    for (; calls; calls--)
        fn(out.data(), message_of(task, message), size / block_size, schedules.ks, iv.data());
    return out;
}

template <unsigned keys> Operation lanes_operation(const char *name) {
    Operation op;
    op.name = op.catalogue = name;
    op.messages = message_count;
    op.granule = op.choice_limit = message_count * block_size;
    op.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        if (message_count % kernel->lanes != 0) return nullptr;
        return std::make_unique<LanesWork<keys>>(*kernel, task);
    };
    op.expected = [](const Operation &, const Task &task, std::size_t calls) {
        Bytes answer;
        for (std::size_t i = 0; i < message_count; i++) {
            Bytes iv(task.iv, task.iv + block_size);
            by_reference<keys>(task, i, calls, iv);
            answer.insert(answer.end(), iv.begin(), iv.end());
        }
        return answer;
    };
    return op;
}

template <unsigned keys> class ManyWork final : public Work {
public:
    explicit ManyWork(const Task &task) : task_(task) {
        const std::size_t size = task.size / message_count;
        for (std::size_t i = 0; i < message_count; i++) {
            keys_[i] = key_of(task, i);
            messages_[i] = {keys_[i].data(), task.iv, message_of(task, i), task.out + size * i, size};
        }
    }

    void run(std::size_t calls) override {
        for (; calls; calls--)
            status_ |= og_des_many(keys == 1 ? OG_DES : OG_DES_EDE3, OG_CBC, messages_.data(),
                                   messages_.size(), OG_DES_CHECK_NONE, nullptr);
    }
    Bytes answer() override { return status_ == OG_OK ? Bytes(task_.out, task_.out + task_.size) : Bytes(); }

private:
    Task task_;
    std::array<Key, message_count> keys_;
    std::array<og_des_message, message_count> messages_;
    int status_ = OG_OK;
};

template <unsigned keys> Operation many_operation(const char *name, const char *catalogue) {
    Operation op;
    op.name = name;
    op.catalogue = catalogue;
    op.messages = message_count;
    op.whole_call = true;
    op.granule = op.choice_limit = message_count * block_size;
    op.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<ManyWork<keys>>(task);
    };
    op.expected = [](const Operation &, const Task &task, std::size_t) {
        Bytes answer;
        for (std::size_t i = 0; i < message_count; i++) {
            Bytes iv(task.iv, task.iv + block_size);
            const Bytes out = by_reference<keys>(task, i, 1, iv);
            answer.insert(answer.end(), out.begin(), out.end());
        }
        return answer;
    };
    return op;
}

}  // namespace

std::vector<Operation> des_many_operations() {
    return {lanes_operation<1>("des.lanes"), lanes_operation<3>("des3.lanes"),
            many_operation<1>("des.many", "des.lanes"), many_operation<3>("des3.many", "des3.lanes")};
}

}  // namespace og::bench
