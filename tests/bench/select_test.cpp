// SPDX-License-Identifier: MIT
#include "bench/glob.hpp"
#include "bench/select.hpp"

#include <random>
#include <string>

#include <fnmatch.h>
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

TEST(Glob, MatchesAsFnmatchDoes) {
    std::mt19937 random(1);
    const auto word = [&](const std::string &letters, std::size_t longest) {
        std::string made(random() % (longest + 1), ' ');
        for (char &c : made) c = letters[random() % letters.size()];
        return made;
    };
    // No dot, because [. begins a collating symbol of POSIX.
    int matching = 0;
    for (int i = 0; i < 200000; i++) {
        const std::string pattern = word("abc*?[]!-", 7), name = word("abc[]-", 5);
        // fnmatch matches some of the patterns with an open [, and not others.
        const std::size_t open = pattern.rfind('[');
        if (open != std::string::npos && pattern.find(']', open) == std::string::npos) continue;
        const bool expected = fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
        ASSERT_EQ(matches(pattern, name), expected) << pattern << " on " << name;
        matching += expected;
    }
    EXPECT_GT(matching, 1000);
    EXPECT_TRUE(matches("\\*", "*"));
    EXPECT_FALSE(matches("\\*", "a"));
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
