// SPDX-License-Identifier: MIT
// One case: fill the buffers, call, compare everything that the kernel could have touched.
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
    std::string property;  // a wrong output is reported under this name
    std::string label;     // what names the case within its family
    Values before;
    std::optional<Values> after;   // published; else the oracle says
    std::vector<Placement> where;  // by argument
    bool in_place = false;
    bool read_only = false;  // inputs lie in pages that cannot be written
    bool dirty = false;      // see Caller::call
};

class Runner {
public:
    Runner(const Operation &operation, const og_kernel &kernel, const Abi &abi, std::size_t most_blocks);

    // Every promise that the call broke; empty when it kept them all.
    std::vector<Problem> run(const Case &c, Rng &rng);

    std::size_t stack_used() const { return stack_used_; }
    bool hung() const { return hung_; }

private:
    WatchedBuffer &buffer_of(std::size_t argument, const Case &c);
    bool is_input(std::size_t argument, const Case &c) const;
    void protect(const Case &c, bool writable);
    Problem explain(const Fault &fault, const Case &c);
    void shuffle_lanes(Rng &rng);
    void point_to_lanes(Values &after);
    std::optional<Problem> explain_buffer(const Fault &fault, std::size_t argument, const Case &c);
    void compare(const Case &c, const Values &after, std::vector<Problem> &problems);
    std::string parameters(const Case &c) const;

    const Operation &operation_;
    const og_kernel &kernel_;
    Caller caller_;
    std::vector<std::unique_ptr<WatchedBuffer>> buffers_;  // by argument, null for what is no buffer
    std::vector<std::size_t> place_;  // by argument, whose buffer it has: lanes exchange theirs
    std::size_t stack_used_ = 0;
    bool hung_ = false;
};

}  // namespace og::check
