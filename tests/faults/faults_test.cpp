// SPDX-License-Identifier: MIT
// The harness must report every planted fault, and no healthy kernel.
#include "faults.hpp"

#include <check/check.hpp>
#include <check/operation.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

namespace og::faults {

namespace {

std::vector<Planted> all() {
    std::vector<Planted> rows = c_faults();
    const auto more = asm_faults();
    rows.insert(rows.end(), more.begin(), more.end());
    return rows;
}

check::Result checked(const Planted &planted, bool quick, const std::string &only = "") {
    og_kernel kernel{};
    kernel.stem = "planted";
    kernel.op = planted.op;
    kernel.isa = planted.needs;
    kernel.summary = kernel.refs = kernel.source = "";
    kernel.lanes = planted.lanes;
    kernel.fn = planted.fn;
    check::Options options;
    options.quick = quick;
    options.only_property = only;
    options.abi = planted.abi;
    options.patience = 1;
    check::Result result = check::check_kernel(kernel, options);
    result.kernel = nullptr;  // `kernel` ends with this call
    return result;
}

class Faults : public testing::TestWithParam<Planted> {};

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

INSTANTIATE_TEST_SUITE_P(All, Faults, testing::ValuesIn(all()), [](const auto &info) {
    std::string name = std::string(info.param.op) + "_" + info.param.name;
    std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
});

TEST(FaultsOfAllKinds, EveryPropertyHasOne) {
    std::set<std::string> broken;
    for (const Planted &planted : all())
        if (planted.property) broken.insert(planted.property);
    for (const auto &property : check::properties())
        EXPECT_TRUE(broken.count(property.name)) << property.name;
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
                                    "': 'out' has 9 bytes, and asmgen/operations.py says 8");
    }
}

}  // namespace

}  // namespace og::faults
