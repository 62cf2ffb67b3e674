// SPDX-License-Identifier: MIT
// The names of the catalogue, which the completions offer.
#pragma once

#include <oldguard/kernels.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

inline std::vector<std::string> operation_names() {
    std::vector<std::string> names;
    for (std::size_t i = 0; const char *op = og_op_at(i); i++) names.emplace_back(op);
    return names;
}

// Returns the kernels of operations that begin with one of these words, such as "sha1.", each once.
inline std::vector<std::string> kernel_names(std::initializer_list<std::string_view> families) {
    std::vector<std::string> names;
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
        for (std::string_view family : families)
            if (std::string_view(kernel->op).starts_with(family)) names.emplace_back(kernel->stem);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

// Returns all kernels and all operations.
inline std::vector<std::string> catalogue_names() {
    std::vector<std::string> names = operation_names(), kernels = kernel_names({""});
    names.insert(names.end(), kernels.begin(), kernels.end());
    return names;
}

}  // namespace og::cli
