// SPDX-License-Identifier: MIT
// Collects what this CPU cannot execute, so that a test names what it has not shown.
#pragma once

#include <oldguard/kernels.h>

#include <set>
#include <string>
#include <vector>

namespace og::check {

// Returns the CPU features that a kernel of this build needs and that the CPU lacks or OLDGUARD_CPU hides.
std::vector<std::string> lacking(const og_kernel &kernel);

class NotRun {
public:
    // Adds a kernel unless it lacks no feature.
    void add(const std::string &name, const std::vector<std::string> &features);
    void add(const og_kernel &kernel) { add(kernel.stem, lacking(kernel)); }

    // Returns one line with the number of kernels, their names and the features, or "" if there are none.
    // what is the plural of what was added.
    std::string line(const std::string &what = "kernels") const;

private:
    std::set<std::string> names_, features_;
};

}  // namespace og::check
