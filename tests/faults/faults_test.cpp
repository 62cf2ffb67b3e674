// SPDX-License-Identifier: MIT
// The harness must report every planted fault, and no healthy kernel. The faults in C++ are planted twice:
// through its stub, and as C functions, which is how it calls kernels on processors without a stub.
#include "../not_run.hpp"
#include "faults.hpp"

#include <check/check.hpp>
#include <check/operation.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace og::faults {

namespace {

// Returns whether the harness can observe the property that a kernel violates.
bool is_observable(const Planted &planted) {
    const auto &all = check::properties();
    return !planted.property || std::any_of(all.begin(), all.end(), [&](const check::Property &property) {
        return property.checked && std::string_view(planted.property) == property.name;
    });
}

std::vector<Planted> all() {
    std::vector<Planted> rows;
    for (const auto &some : {c_faults(), asm_faults()})
        std::copy_if(some.begin(), some.end(), std::back_inserter(rows), is_observable);
    return rows;
}

// The faults that the harness must see without the stub.
std::vector<Planted> portable() {
    std::vector<Planted> rows;
    for (Planted &row : c_faults()) {
        row.abi = "portable";
        if (is_observable(row)) rows.push_back(row);
    }
    return rows;
}

// What is named at the end because this CPU cannot execute it.
check::NotRun &other_kernels = test::not_run("kernels");
check::NotRun &other_faults = test::not_run("planted faults");

// All kernels that can run here, in C and in assembly.
std::vector<const og_kernel *> usable_kernels() {
    std::vector<const og_kernel *> rows;
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        if (og_kernel_usable(kernel, nullptr, 0)) rows.push_back(kernel);
        other_kernels.add(*kernel);
    }
    return rows;
}

og_kernel as_kernel(const Planted &planted) {
    og_kernel kernel{};
    kernel.stem = "planted";
    kernel.op = planted.op;
    kernel.isa = planted.needs;
    kernel.summary = kernel.refs = kernel.source = "";
    kernel.lanes = planted.lanes;
    kernel.fn = planted.fn;
    return kernel;
}

check::Result checked(const Planted &planted, bool quick, const std::string &only = "") {
    const og_kernel kernel = as_kernel(planted);
    check::Options options;
    options.quick = quick;
    options.only_property = only;
    options.abi = planted.abi;
    options.patience = 1;
    check::Result result = check::check_kernel(kernel, options);
    result.kernel = nullptr;  // `kernel` ends with this call
    return result;
}

// Skips the faults whose instructions this CPU lacks.
class Faults : public testing::TestWithParam<Planted> {
protected:
    void SetUp() override {
        const og_kernel kernel = as_kernel(GetParam());
        char why[160];
        if (og_kernel_usable(&kernel, why, sizeof why)) return;
        other_faults.add(GetParam().name, check::lacking(kernel));
        GTEST_SKIP() << why;
    }
};

bool has(const check::Result &result, const char *property) {
    return std::any_of(result.failures.begin(), result.failures.end(),
                       [&](const check::Failure &f) { return f.property == property; });
}

std::string seen(const check::Result &result) {
    std::string text = result.skipped;
    for (const auto &failure : result.failures) text += "\n  " + failure.what;
    return text.empty() ? "nothing" : text;
}

TEST_P(Faults, IsSeen) {
    const Planted &planted = GetParam();
    for (bool quick : {false, true}) {
        const check::Result result = checked(planted, quick);
        ASSERT_TRUE(result.ran) << result.skipped;
        if (!planted.property) {
            EXPECT_TRUE(result.passed()) << "a healthy kernel was reported: " << seen(result);
            continue;
        }
        EXPECT_TRUE(has(result, planted.property))
            << planted.property << " was not reported, but " << seen(result);
    }
}

// The command line that a failure prints must reproduce it, alone and with the same text.
TEST_P(Faults, IsReproduced) {
    const Planted &planted = GetParam();
    if (!planted.property) return;
    const check::Result whole = checked(planted, true);
    const check::Result alone = checked(planted, true, planted.property);
    ASSERT_EQ(alone.failures.size(), 1u) << seen(alone);
    for (const auto &failure : whole.failures) {
        if (failure.property != planted.property) continue;
        EXPECT_EQ(failure.what, alone.failures[0].what);
        EXPECT_EQ(failure.reproduce, std::string("oldguard check ") + planted.op +
                                         "=planted --seed 1 --only-property " + planted.property +
                                         " --quick");
    }
}

std::string as_test_name(std::string name) {
    std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, Faults, testing::ValuesIn(all()), [](const auto &info) {
    return as_test_name(std::string(info.param.op) + "_" + info.param.name);
});

class PortableFaults : public testing::TestWithParam<Planted> {};

TEST_P(PortableFaults, IsSeen) {
    const Planted &planted = GetParam();
    const check::Result result = checked(planted, true);
    ASSERT_TRUE(result.ran) << result.skipped;
    if (planted.property)
        EXPECT_TRUE(has(result, planted.property))
            << planted.property << " was not reported, but " << seen(result);
    else
        EXPECT_TRUE(result.passed()) << "a healthy kernel was reported: " << seen(result);
}

INSTANTIATE_TEST_SUITE_P(All, PortableFaults, testing::ValuesIn(portable()), [](const auto &info) {
    return as_test_name(std::string(info.param.op) + "_" + info.param.name);
});

class PortableKernels : public testing::TestWithParam<const og_kernel *> {};

TEST_P(PortableKernels, Pass) {
    check::Options options;
    options.quick = true;
    options.abi = "portable";
    const check::Result result = check::check_kernel(*GetParam(), options);
    EXPECT_TRUE(result.passed()) << result.skipped << seen(result);
    EXPECT_EQ(result.stack, 0u);
}

INSTANTIATE_TEST_SUITE_P(All, PortableKernels, testing::ValuesIn(usable_kernels()), [](const auto &info) {
    return as_test_name(std::string(info.param->op) + "_" + info.param->stem);
});

TEST(FaultsOfAllKinds, EveryPropertyHasOne) {
    std::set<std::string> broken;
    for (const Planted &planted : all())
        if (planted.property) broken.insert(planted.property);
    for (const auto &property : check::properties())
        EXPECT_EQ(broken.count(property.name) > 0, property.checked) << property.name;
}

TEST(FaultsOfAllKinds, AnUnknownOperationFails) {
    Planted planted = all().front();
    planted.op = "none.such";
    EXPECT_FALSE(checked(planted, true).passed());
    EXPECT_FALSE(checked(planted, true).failures.empty());
}

// A vector whose buffer is one byte longer than the table declares is refused by name.
TEST(FaultsOfAllKinds, AVectorOfAnotherSizeIsRefused) {
    const check::Operation &op = *check::find_operation("des.ecb", 1);
    check::Vector vector = op.vectors().front();
    EXPECT_NO_THROW(op.require_sizes(vector));
    vector.after.buffers[0].push_back(0);
    try {
        op.require_sizes(vector);
        FAIL() << "not refused";
    } catch (const std::logic_error &error) {
        EXPECT_EQ(error.what(), "check/operations: des.ecb, vector '" + vector.name +
                                    "': 'out' has 9 bytes, and asm/asmgen/operations.py says 8");
    }
}

}  // namespace

}  // namespace og::faults
