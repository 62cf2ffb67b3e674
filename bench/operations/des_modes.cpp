// SPDX-License-Identifier: MIT
// DES and Triple DES over many blocks: ECB and the two directions of CBC.
#include "des_keys.hpp"
#include "operation.hpp"

#include <array>
#include <cstring>

namespace og::bench {

namespace {

constexpr const char *modes_reference = "des_c_ref";

class EcbWork final : public Work {
public:
    EcbWork(const og_kernel &kernel, const Task &task)
        : fn_(function_of<og_des_ecb_fn>(kernel)), task_(task), keys_(task.key) {}

    // Encryption only: decryption does the same work with the round keys in reverse order.
    void run(std::size_t calls) override {
        for (; calls; calls--) fn_(task_.out, task_.in, task_.size / OG_DES_BLOCK_SIZE, keys_.ks, 1);
    }
    Bytes answer() override { return Bytes(task_.out, task_.out + task_.size); }

private:
    og_des_ecb_fn *fn_;
    Task task_;
    DesKeys keys_;
};

class CbcWork final : public Work {
public:
    CbcWork(const og_kernel &kernel, const Task &task)
        : fn_(function_of<og_des_cbc_fn>(kernel)), task_(task), keys_(task.key) {
        std::memcpy(iv_.data(), task.iv, iv_.size());
    }

    void run(std::size_t calls) override {
        for (; calls; calls--) fn_(task_.out, task_.in, task_.size / OG_DES_BLOCK_SIZE, keys_.ks, iv_.data());
    }
    Bytes answer() override { return Bytes(task_.out, task_.out + task_.size); }

private:
    og_des_cbc_fn *fn_;
    Task task_;
    DesKeys keys_;
    std::array<std::uint8_t, OG_DES_BLOCK_SIZE> iv_;
};

template <class ModeWork> Operation mode_operation(const char *name) {
    Operation op;
    op.name = op.catalogue = name;
    op.granule = OG_DES_BLOCK_SIZE;
    op.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<ModeWork>(*kernel, task);
    };
    op.expected = [](const Operation &self, const Task &task, std::size_t calls) {
        ModeWork work(reference_kernel(self.catalogue, modes_reference), task);
        work.run(calls);
        return work.answer();
    };
    return op;
}

}  // namespace

std::vector<Operation> des_mode_operations() {
    return {mode_operation<EcbWork>("des.ecb"),      mode_operation<CbcWork>("des.cbc_enc"),
            mode_operation<CbcWork>("des.cbc_dec"),  mode_operation<EcbWork>("des3.ecb"),
            mode_operation<CbcWork>("des3.cbc_enc"), mode_operation<CbcWork>("des3.cbc_dec")};
}

}  // namespace og::bench
