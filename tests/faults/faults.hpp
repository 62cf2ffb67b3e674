// SPDX-License-Identifier: MIT
// Broken kernels, each with the one property that the harness must report.
#pragma once

#include <oldguard/kernels.h>

#include <vector>

namespace og::faults {

struct Planted {
    const char *name;
    const char *op;
    og_fn fn;
    const char *property;  // the property that it violates; nullptr: a healthy kernel
    const char *abi = "";
    const char *needs = "";  // a CPU feature that it needs
    unsigned lanes = 1;
};

std::vector<Planted> c_faults();
std::vector<Planted> asm_faults();

}  // namespace og::faults
