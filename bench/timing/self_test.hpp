// SPDX-License-Identifier: MIT
// Measures what is known beforehand, to see whether the clock tells the truth.
#pragma once

#include "meter.hpp"

#include <string>

namespace og::bench {

struct SelfTest {
    std::string text;  // for people, lines
    bool passed = false;
};

// A second or less.
SelfTest self_test(Meter &meter);

}  // namespace og::bench
