// SPDX-License-Identifier: MIT
// Runs one case: fills the buffers, calls the kernel, and compares all memory that it could have changed.
#pragma once

#include "calls/call.hpp"
#include "calls/memory.hpp"
#include "operation.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace og::check {

struct Case {
    std::string property;  // reported for a wrong output
    std::string label;     // the name of the case within its family
    Values before;
    std::optional<Values> after;   // the published result; none: the oracle computes it
    std::vector<Placement> where;  // one per argument
    bool in_place = false;
    bool read_only = false;  // the pages of inputs cannot be written
    bool dirty = false;      // enter with the upper halves in use, if the caller can set them
};

class Runner {
public:
    Runner(const Operation &operation, const og_kernel &kernel, const std::string &convention,
           std::size_t most_blocks);

    // Returns the properties that the call violated.
    std::vector<Problem> run(const Case &c, Rng &rng);

    std::size_t stack_used() const { return stack_used_; }
    bool hung() const { return hung_; }

private:
    WatchedBuffer &buffer_of(std::size_t argument, const Case &c);
    bool is_input(std::size_t argument, const Case &c) const;
    void protect(const Case &c, bool writable);
    Uppers uppers(const Case &c) const;
    Problem explain(const Fault &fault, const Case &c);
    void shuffle_lanes(Rng &rng);
    void point_to_lanes(Values &after);
    std::optional<Problem> explain_buffer(const Fault &fault, std::size_t argument, const Case &c);
    void compare(const Case &c, const Values &after, std::vector<Problem> &problems);
    std::string parameters(const Case &c) const;

    const Operation &operation_;
    const og_kernel &kernel_;
    bool through_stub_;
    std::unique_ptr<Caller> caller_;
    std::vector<std::unique_ptr<WatchedBuffer>> buffers_;  // one per argument, null for non-buffers
    std::vector<std::size_t> place_;  // argument -> index of its buffer; lanes exchange buffers
    std::size_t stack_used_ = 0;
    bool hung_ = false;
};

}  // namespace og::check
