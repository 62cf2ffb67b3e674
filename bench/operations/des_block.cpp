// SPDX-License-Identifier: MIT
// The four one-block functions of libdes, and the key schedule without and with checks, in cycles per call.
// The output block of a call is the input of the next, so the figure is a latency.
#include "des_keys.hpp"
#include "operation.hpp"

#include <array>
#include <cstring>

namespace og::bench {

namespace {

constexpr const char *reference = "des_c_ref";

class BlockWork : public Work {
public:
    explicit BlockWork(const Task &task) : keys_(task.key) {
        for (int i = 0; i < 8; i++) data_[i / 4] |= static_cast<std::uint32_t>(task.in[i]) << (8 * (i % 4));
    }
    Bytes answer() override {
        Bytes block;
        for (int i = 0; i < 8; i++) block.push_back(static_cast<std::uint8_t>(data_[i / 4] >> (8 * (i % 4))));
        return block;
    }

protected:
    DesKeys keys_;
    std::uint32_t data_[2] = {0, 0};
};

class SingleWork final : public BlockWork {
public:
    SingleWork(const og_kernel &kernel, const Task &task)
        : BlockWork(task), fn_(function_of<og_des_block_fn>(kernel)) {}
    void run(std::size_t calls) override {
        for (; calls; calls--) fn_(data_, &keys_.ks[0], 1);
    }

private:
    og_des_block_fn *fn_;
};

class TripleWork final : public BlockWork {
public:
    TripleWork(const og_kernel &kernel, const Task &task)
        : BlockWork(task), fn_(function_of<og_des_block3_fn>(kernel)) {}
    void run(std::size_t calls) override {
        for (; calls; calls--) fn_(data_, &keys_.ks[0], &keys_.ks[1], &keys_.ks[2]);
    }

private:
    og_des_block3_fn *fn_;
};

// The answer is a block that the reference encrypts under the key.
class ScheduleWork : public Work {
public:
    explicit ScheduleWork(const Task &task) : task_(task) {}
    Bytes answer() override {
        Bytes block(OG_DES_BLOCK_SIZE);
        auto *ecb = function_of<og_des_ecb_fn>(reference_kernel("des.ecb", reference));
        ecb(block.data(), task_.iv, 1, &ks_, 1);
        return status_ == OG_OK ? block : Bytes();
    }

protected:
    Task task_;
    og_des_key ks_ = {};
    int status_ = OG_OK;
};

class KeyWork final : public ScheduleWork {
public:
    KeyWork(const og_kernel &kernel, const Task &task)
        : ScheduleWork(task), fn_(function_of<og_des_key_fn>(kernel)) {}
    void run(std::size_t calls) override {
        for (; calls; calls--) fn_(&ks_, task_.in);
    }

private:
    og_des_key_fn *fn_;
};

class CheckedKeyWork final : public ScheduleWork {
public:
    using ScheduleWork::ScheduleWork;
    void run(std::size_t calls) override {
        for (; calls; calls--)
            status_ |= og_des_key_set(&ks_, task_.in, OG_DES_CHECK_PARITY | OG_DES_CHECK_WEAK);
    }
};

template <class CallWork> Operation block_operation(const char *name) {
    Operation op;
    op.name = op.catalogue = name;
    op.unit = Unit::call;
    op.granule = OG_DES_BLOCK_SIZE;
    op.call_sizes = {OG_DES_BLOCK_SIZE};
    op.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<CallWork>(*kernel, task);
    };
    op.expected = [](const Operation &self, const Task &task, std::size_t calls) {
        CallWork work(reference_kernel(self.catalogue, reference), task);
        work.run(calls);
        return work.answer();
    };
    return op;
}

Operation key_operation(const char *name) {
    Operation op;
    op.name = name;
    op.catalogue = "des.key";
    op.unit = Unit::call;
    op.granule = OG_DES_KEY_SIZE;
    op.call_sizes = {OG_DES_KEY_SIZE};
    op.input_is_key = true;
    op.expected = [](const Operation &self, const Task &task, std::size_t) {
        KeyWork work(reference_kernel(self.catalogue, reference), task);
        work.run(1);
        return work.answer();
    };
    return op;
}

Operation schedule_operation() {
    Operation op = key_operation("des.key");
    op.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<KeyWork>(*kernel, task);
    };
    return op;
}

Operation checked_key_operation() {
    Operation op = key_operation("des.key_set");
    op.whole_call = true;
    op.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<CheckedKeyWork>(task);
    };
    return op;
}

}  // namespace

std::vector<Operation> des_block_operations() {
    return {block_operation<SingleWork>("des.encrypt1"),
            block_operation<SingleWork>("des.encrypt2"),
            block_operation<TripleWork>("des.encrypt3"),
            block_operation<TripleWork>("des.decrypt3"),
            schedule_operation(),
            checked_key_operation()};
}

}  // namespace og::bench
