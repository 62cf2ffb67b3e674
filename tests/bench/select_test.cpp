// SPDX-License-Identifier: MIT
#include "bench/select.hpp"

#include <gtest/gtest.h>

using namespace og::bench;

TEST(Selection, WithoutAPatternEverythingIsSelected) {
    EXPECT_TRUE(Selection({}).takes("des.ecb", "nettle"));
}

TEST(Selection, MatchesOperationKernelOrPeer) {
    Selection selection({"sha1*", "des_c_sp", "openssl.*"});
    EXPECT_TRUE(selection.takes("sha1.blocks", "nettle"));
    EXPECT_TRUE(selection.takes("des.ecb", "des_c_sp"));
    EXPECT_TRUE(selection.takes("des.ecb", "openssl.low"));
    EXPECT_FALSE(selection.takes("des.ecb", "des_c_ref"));
    EXPECT_FALSE(selection.takes("des.ecb", "openssl"));
    EXPECT_TRUE(selection.unused().empty());
}

TEST(Selection, ReportsPatternsThatMatchNothing) {
    Selection selection({"sha1*", "sha2*"});
    selection.takes("sha1.blocks", "nettle");
    EXPECT_EQ(selection.unused(), std::vector<std::string>{"sha2*"});
}

TEST(Size, Parses) {
    EXPECT_EQ(parse_size("64"), 64u);
    EXPECT_EQ(parse_size("64B"), 64u);
    EXPECT_EQ(parse_size("16k"), 16384u);
    EXPECT_EQ(parse_size("16KiB"), 16384u);
    EXPECT_EQ(parse_size("1M"), 1048576u);
    EXPECT_EQ(parse_size("256M"), largest_size);
}

TEST(Size, RefusesEverythingElse) {
    for (const char *text : {"", "k", "0", "0k", "-1", "1.5k", "1G", "1kk", " 1", "257M", "268435457",
                             "99999999999999999999", "18446744073709551617"})
        EXPECT_THROW(parse_size(text), UsageError) << text;
}

TEST(Size, Formats) {
    EXPECT_EQ(format_size(64), "64 B");
    EXPECT_EQ(format_size(1024), "1 KiB");
    EXPECT_EQ(format_size(1000), "1000 B");
    EXPECT_EQ(format_size(1048576), "1 MiB");
}
