// SPDX-License-Identifier: MIT
// Checks every kernel of the library with the conformance harness, and prints a line for each:
//     check_kernels [PART]
// PART: a part of the stems of those that are checked.
#include <check/check.hpp>

#include <cstdio>
#include <cstring>

int main(int argc, char **argv) {
    std::size_t passed = 0, failed = 0;
    for (std::size_t i = 0; i < og_kernel_count(); i++) {
        const og_kernel &kernel = *og_kernel_at(i);
        if (argc > 1 && std::strstr(kernel.stem, argv[1]) == nullptr) continue;
        const og::check::Result result = og::check::check_kernel(kernel, {});
        if (!result.ran) {
            std::printf("skipped %s %s: %s\n", kernel.op, kernel.stem, result.skipped.c_str());
            continue;
        }
        result.passed() ? passed++ : failed++;
        std::printf("%s %s %s\n", result.passed() ? "passed" : "FAILED", kernel.op, kernel.stem);
        for (const og::check::Failure &failure : result.failures)
            std::printf("    %s\n", failure.what.c_str());
    }
    std::printf("%zu passed, %zu failed\n", passed, failed);
    return passed == 0 || failed != 0;
}
