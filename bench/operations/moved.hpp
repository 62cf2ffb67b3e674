// SPDX-License-Identifier: MIT
// Work whose stack is moved. A load waits for an earlier store if both addresses have the same last twelve
// bits, so the place of the frame can change what a kernel costs.
#pragma once

#include "work.hpp"

#include <memory>
#include <utility>

namespace og::bench {

inline constexpr std::size_t placements = 32, placement_step = 4096 / placements;  // bytes

class Moved final : public Work {
public:
    // bytes: by how much the stack is lower than without this.
    Moved(std::shared_ptr<Work> work, std::size_t bytes) : work_(std::move(work)), bytes_(bytes) {}

    __attribute__((noinline)) void run(std::size_t calls) override {
        auto *const space = static_cast<volatile char *>(__builtin_alloca(bytes_ + 1));
        space[0] = 0;
        work_->run(calls);
        space[0] = 1;  // the space is in use until here
    }
    void prepare() override { work_->prepare(); }
    void finish() override { work_->finish(); }
    Bytes answer() override { return work_->answer(); }

private:
    std::shared_ptr<Work> work_;
    std::size_t bytes_;
};

}  // namespace og::bench
