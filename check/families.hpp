// SPDX-License-Identifier: MIT
// The families of cases, each from small to large. A family's name is the property under which
// its wrong outputs are reported.
#pragma once

#include "runner.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace og::check {

struct Plan {
    const Operation &operation;
    std::uint64_t seed;
    bool quick;

    // The largest count that any family uses.
    std::size_t most_blocks() const;
};

// Gets each case and the stream that made it; returns false to end the family.
using Sink = std::function<bool(const Case &, Rng &)>;

struct Family {
    const char *name;
    void (*generate)(const Plan &, const Sink &);
};

const std::vector<Family> &families();

}  // namespace og::check
