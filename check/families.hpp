// SPDX-License-Identifier: MIT
// The families of cases, each from small cases to large ones. A wrong output is reported as the property
// that has the name of the family.
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

    // Returns the largest count that any family uses.
    std::size_t most_blocks() const;
};

// Receives each case and the random stream that made it. Returns false to end the family.
using Sink = std::function<bool(const Case &, Rng &)>;

struct Family {
    const char *name;
    void (*generate)(const Plan &, const Sink &);
};

const std::vector<Family> &families();

}  // namespace og::check
