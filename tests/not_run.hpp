// SPDX-License-Identifier: MIT
// Prints, after the tests of a program, what this CPU could not execute.
#pragma once

#include <check/not_run.hpp>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace og::test {

class SaysNotRun : public testing::Environment {
public:
    explicit SaysNotRun(const char *what) : what_(what) {}

    check::NotRun list;

    void TearDown() override { std::fputs(list.line(what_).c_str(), stdout); }

private:
    std::string what_;
};

// Returns the list that is printed at the end under a name such as "kernels".
inline check::NotRun &not_run(const char *what) {
    auto *says = new SaysNotRun(what);
    testing::AddGlobalTestEnvironment(says);
    return says->list;
}

}  // namespace og::test
