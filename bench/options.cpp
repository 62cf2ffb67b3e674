// SPDX-License-Identifier: MIT
#include "options.hpp"

#include "check/check.hpp"

namespace og::bench {

std::string check_kernel_quickly(const og_kernel &kernel) {
    check::Options options;
    options.quick = true;
    const check::Result result = check::check_kernel(kernel, options);
    if (result.passed()) return "";
    if (!result.failures.empty())
        return result.failures.front().what + "; reproduce: " + result.failures.front().reproduce;
    return result.ran ? "the check compared nothing" : result.skipped;
}

}  // namespace og::bench
