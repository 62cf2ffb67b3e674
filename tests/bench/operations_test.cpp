// SPDX-License-Identifier: MIT
#include "bench/operations/operation.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace og::bench;

TEST(Operations, AKernelIsCalledThroughTheTypeOfItsOperation) {
    const og_kernel &kernel = reference_kernel("des.ecb", "des_c_ref");
    EXPECT_NE(function_of<og_des_ecb_fn>(kernel), nullptr);
    EXPECT_THROW(function_of<og_des_cbc_fn>(kernel), std::logic_error);
}
