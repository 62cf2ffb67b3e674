// SPDX-License-Identifier: MIT
// The 64-bit kernels as the generator prints them for Windows, natively on any x86-64: the harness verifies
// the registers that only this convention preserves. tests/asmgen shows that the Windows assemblers make
// these bytes.
#include "../not_run.hpp"

#include <check/check.hpp>
#include <gtest/gtest.h>
#include <oldguard/kernels.h>

#include <string>
#include <vector>

extern "C" {
#define ROW(stem, op, symbol) void symbol(void);
#include "kernels.inc"
#undef ROW
}

namespace {

struct Windows {
    const char *stem, *op;
    og_fn fn;
};

const std::vector<Windows> all = {
#define ROW(stem, op, symbol) {stem, op, reinterpret_cast<og_fn>(symbol)},
#include "kernels.inc"
#undef ROW
};

const og_kernel *find(const std::string &stem, const std::string &op) {
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
        if (kernel->stem == stem && kernel->op == op) return kernel;
    return nullptr;
}

og::check::Result checked(const og_kernel &kernel, bool quick) {
    og::check::Options options;
    options.abi = "win64";
    options.quick = quick;
    options.patience = 2;
    return og::check::check_kernel(kernel, options);
}

std::string seen(const og::check::Result &result) {
    std::string text;
    for (const auto &failure : result.failures) text += "\n  " + failure.what;
    return text;
}

// What is named at the end because this CPU cannot execute it.
og::check::NotRun &not_run = og::test::not_run("kernels");

class Win64 : public testing::TestWithParam<Windows> {
protected:
    void SetUp() override {
        native = find(GetParam().stem, GetParam().op);
        ASSERT_NE(native, nullptr) << "not in the catalogue";
        not_run.add(*native);
        char why[160];
        if (!og_kernel_usable(native, why, sizeof why)) GTEST_SKIP() << why;
    }
    const og_kernel *native = nullptr;
};

TEST_P(Win64, ConformsToTheConvention) {
    og_kernel kernel = *native;
    kernel.fn = GetParam().fn;
    const auto result = checked(kernel, false);
    EXPECT_TRUE(result.passed()) << result.skipped << seen(result);
}

// The harness calls with the Windows convention, so a function compiled for this system must fail.
TEST_P(Win64, CodeForTheOtherConventionDoesNot) {
    const auto result = checked(*native, true);
    EXPECT_TRUE(result.ran) << result.skipped;
    EXPECT_FALSE(result.failures.empty());
}

INSTANTIATE_TEST_SUITE_P(All, Win64, testing::ValuesIn(all), [](const auto &info) {
    std::string name = std::string(info.param.op) + "_" + info.param.stem;
    for (char &c : name)
        if (c == '.') c = '_';
    return name;
});

TEST(Win64Kernels, EveryAssemblyKernelOfThisBuildIsHere) {
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        if (std::string(kernel->stem).find("_x64_") == std::string::npos) continue;
        bool here = false;
        for (const Windows &row : all)
            here = here || (std::string(row.stem) == kernel->stem && std::string(row.op) == kernel->op);
        EXPECT_TRUE(here) << kernel->op << " " << kernel->stem;
    }
}

}  // namespace
