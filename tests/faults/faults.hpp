// SPDX-License-Identifier: MIT
// Kernels that are broken on purpose, each in one way, and the property that must say so.
#pragma once

#include <oldguard/kernels.h>

#include <vector>

namespace og::faults {

struct Planted {
    const char *name;
    const char *op;
    og_fn fn;
    const char *property;  // the one that it breaks; nullptr for a healthy twin
    const char *abi = "";
    const char *needs = "";  // a CPU feature without which it cannot run
    unsigned lanes = 1;
};

std::vector<Planted> c_faults();
std::vector<Planted> asm_faults();

}  // namespace og::faults
