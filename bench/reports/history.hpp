// SPDX-License-Identifier: MIT
// What was published of the ancestors on the machines of their time: shown beside what is measured,
// never mixed with it.
#pragma once

#include <string>
#include <vector>

namespace og::bench {

struct Published {
    const char *op;
    const char *what;  // code, machine, year
    double core_hz;
    double calls_per_second;

    double cycles_per_call() const { return core_hz / calls_per_second; }
};

std::vector<Published> published_of(const std::string &op);

}  // namespace og::bench
