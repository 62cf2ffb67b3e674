// SPDX-License-Identifier: MIT
// Checks the clock on loops of known cost.
#pragma once

#include "meter.hpp"

#include <string>

namespace og::bench {

struct SelfTest {
    std::string text;  // lines for the user
    bool passed = false;
};

// Measures the reference loops. Takes at most about a second.
SelfTest self_test(Meter &meter);

}  // namespace og::bench
