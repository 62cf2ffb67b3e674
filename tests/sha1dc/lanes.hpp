// SPDX-License-Identifier: MIT
// The choice of a sha1dc.lanes kernel for a test.
#pragma once

#include <gtest/gtest.h>
#include <oldguard/oldguard.h>

#include <api/support.hpp>

#include <string>
#include <vector>

namespace og::test {

// Returns the stems of all sha1dc.lanes kernels, and "" for the choice of dispatch, which changes to kernels
// of fewer lanes as messages end.
inline std::vector<std::string> lanes_kernels() {
    std::vector<std::string> all = stems("sha1dc.lanes");
    all.emplace_back();
    return all;
}

// Forces a sha1dc.lanes kernel during its lifetime. An empty stem changes nothing.
class Lanes {
public:
    explicit Lanes(const std::string &stem) {
        if (!stem.empty()) EXPECT_EQ(og_force_kernel("sha1dc.lanes", stem.c_str()), OG_OK);
    }
    ~Lanes() { og_force_kernel("sha1dc.lanes", nullptr); }
    Lanes(const Lanes &) = delete;
    Lanes &operator=(const Lanes &) = delete;
};

}  // namespace og::test
