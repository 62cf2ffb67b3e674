// SPDX-License-Identifier: MIT
#include "bench/order.hpp"

#include <gtest/gtest.h>

using namespace og::bench;

namespace {

const std::vector<std::size_t> sizes{64, 1024, 16384};

std::string text(const std::vector<OrderLine> &lines) {
    std::string all;
    for (const OrderLine &line : lines) all += line.stem + "@" + line.range() + " ";
    return all;
}

Report report_of(std::vector<Row> rows) {
    Report report;
    report.sizes = sizes;
    report.rows = std::move(rows);
    return report;
}

Row row(const char *op, const char *stem, std::size_t size, double cpb) {
    Row r;
    r.op = op;
    r.name = stem;
    r.size = size;
    r.checked = true;
    r.figure.cycles_min = r.figure.cycles_median = cpb * static_cast<double>(size);
    r.figure.accepted = 10;
    return r;
}

std::string file_of(const Report &report) { return order_file(report, orders_of(report)); }

// Returns the remarks if one kernel serves all sizes.
std::vector<std::string> remarks_of(const Report &report, const std::string &serving = "") {
    return remarks(report, orders_of(report),
                   [&](const std::string &, std::size_t) -> std::string { return serving; });
}

const std::string nothing = "the order in use is the fastest on this machine as well";
const std::string nothing_of_the_others =
    "the order in use of the other operations is the fastest on this machine as well";

}  // namespace

TEST(Order, FastestEverywhereServesFromZero) {
    EXPECT_EQ(text(order_of({{"slow", 0, {300, 3000, 30000}}, {"fast", 0, {200, 2000, 20000}}}, sizes)),
              "fast@0 slow@0 ");
}

TEST(Order, AKernelServesFromItsBreakEvenOn) {
    EXPECT_EQ(text(order_of({{"small", 0, {200, 3000, 40000}}, {"wide", 0, {900, 2500, 20000}}}, sizes)),
              "wide@1024 small@0 ");
    EXPECT_EQ(text(order_of({{"small", 0, {200, 2000, 40000}}, {"wide", 0, {900, 2500, 20000}}}, sizes)),
              "wide@16384 small@0 ");
}

TEST(Order, RowsWithoutASampleAreNotUsed) {
    Row starved = row("sha1.blocks", "b", 64, 0), slow = starved, noisy = starved;
    starved.skipped = refused;
    slow.skipped = "one call takes longer than 100 ms";
    noisy.figure.noisy = true;
    EXPECT_TRUE(unreliable_rows(report_of({row("sha1.blocks", "a", 64, 2), slow})).empty());
    EXPECT_EQ(unreliable_rows(report_of({starved, noisy})).size(), 2u);
}

TEST(Order, ThreeClasses) {
    EXPECT_EQ(text(order_of(
                  {{"a", 0, {100, 4000, 90000}}, {"b", 0, {500, 3000, 50000}}, {"c", 0, {900, 3500, 20000}}},
                  sizes)),
              "c@16384 b@1024 a@0 ");
}

TEST(Order, AnInterruptedLeadHasALineForEachPart) {
    // Faster at 64 bytes and at 16 KiB but not between.
    EXPECT_EQ(text(order_of({{"odd", 0, {100, 9000, 20000}}, {"even", 0, {150, 2000, 30000}}}, sizes)),
              "odd@16384 odd@0-64 even@0 ");
    EXPECT_EQ(text(order_of({{"odd", 65, {100, 9000, 20000}}, {"even", 0, {150, 2000, 30000}}}, sizes)),
              "odd@16384 even@0 ")
        << "below its smallest useful size";
}

TEST(Order, ALineEndsAtTheLastSizeOfItsRun) {
    EXPECT_EQ(text(order_of({{"x", 0, {10, 10, 30, 10, 30, 10}}, {"y", 0, {20, 20, 20, 20, 20, 20}}},
                            {1, 2, 3, 4, 5, 6})),
              "x@6 x@4-4 x@0-2 y@0 ");
}

TEST(Order, TiesDoNotSplitSizes) {
    EXPECT_EQ(text(order_of({{"a", 0, {101, 2020, 20000}}, {"b", 0, {100, 2000, 25000}}}, sizes)),
              "a@0 b@0 ");
}

TEST(Order, SmallestUsefulSizeHoldsExceptForTheLast) {
    EXPECT_EQ(text(order_of({{"wide", 256, {100, 1000, 10000}}, {"c", 64, {200, 2000, 20000}}}, sizes)),
              "wide@256 c@0 ");
}

TEST(Order, Nothing) { EXPECT_TRUE(order_of({}, sizes).empty()); }

TEST(OrderFile, IsAcceptedByTheLibrary) {
    const Report report = report_of(
        {row("sha1.blocks", "sha1_c_ref", 64, 20), row("sha1.blocks", "sha1_c_ref", 16384, 20),
         row("sha1.blocks", "sha1_c_fast", 64, 5), row("sha1.blocks", "sha1_c_fast", 16384, 4.526)});
    const std::string file = file_of(report);
    std::string lines;
    for (std::size_t begin = 0, end; (end = file.find('\n', begin)) != std::string::npos; begin = end + 1) {
        EXPECT_LT(end - begin, 254u);
        if (file[begin] != '#' && file.compare(begin, 4, "for ") != 0)
            lines += file.substr(begin, end - begin + 1);
    }
    EXPECT_EQ(lines, "sha1.blocks sha1_c_fast 0 4.53\nsha1.blocks sha1_c_ref 0 20.00\n");
}

TEST(OrderFile, KernelsTooSlowForTheLargestSizeComeLast) {
    Row slow = row("sha1.blocks", "sha1_c_ref", 16384, 0);
    slow.skipped = "one call takes too long";
    const Report report =
        report_of({row("sha1.blocks", "sha1_c_ref", 64, 900), slow, row("sha1.blocks", "sha1_c_fast", 64, 5),
                   row("sha1.blocks", "sha1_c_fast", 16384, 4)});
    const std::string file = file_of(report);
    EXPECT_NE(file.find("\nsha1.blocks sha1_c_fast 0 4.00\nsha1.blocks sha1_c_ref 0 900.00\n"),
              std::string::npos)
        << file;
    EXPECT_TRUE(unreliable_rows(report).empty());
}

TEST(OrderFile, AnOperationWithTooManyClassesIsNamed) {
    const auto turns = [](std::size_t sizes_timed) {
        std::vector<Row> rows;
        for (const char *stem : {"sha1_c_ref", "sha1_c_fast"})
            for (std::size_t i = 1; i <= sizes_timed; i++)
                rows.push_back(row("sha1.blocks", stem, 64 * i, (stem[7] == 'r') == (i % 2 == 0) ? 4 : 8));
        return report_of(rows);
    };
    EXPECT_NE(file_of(turns(8)).find("\nsha1.blocks "), std::string::npos);
    EXPECT_EQ(remarks_of(turns(8)), std::vector<std::string>{nothing});
    EXPECT_EQ(file_of(turns(9)).find("\nsha1.blocks "), std::string::npos);
    const std::string gap =
        "sha1.blocks: more than 8 ranges of sizes with a best kernel of their own: it keeps the "
        "order in use";
    EXPECT_EQ(remarks_of(turns(9)), std::vector<std::string>{gap});
}

TEST(OrderFile, TooManyClassesOfOneLengthLeaveOutBoth) {
    // Short messages cost less in two lanes for each even number, and long ones in sixteen.
    std::vector<Row> rows = {row("sha1.blocks", "sha1_c_fast", 64, 1),
                             row("sha1.blocks", "sha1_c_fast", 1024, 1)};
    const auto add = [&](const char *stem, double of_short, double of_long) {
        rows.push_back(row("sha1.lanes", stem, 1024, of_short));
        rows.push_back(row("sha1.lanes", stem, 16384, of_long));
    };
    add("sha1_x64_shani_x2", 0.605, 9);
    add("sha1_x64_shani_x4", 0.689, 9);
    add("sha1_x64_avx2_x8", 0.671, 9);
    add("sha1_x64_avx512_x16", 0.462, 0.2);
    EXPECT_EQ(file_of(report_of(rows)).find("\nsha1.lanes "), std::string::npos);
    const std::vector<std::string> said = remarks_of(report_of(rows));
    ASSERT_EQ(said.size(), 2u);
    EXPECT_EQ(said[0], nothing_of_the_others);
    EXPECT_TRUE(said[1].starts_with("sha1.lanes: more than ")) << said[1];
}

TEST(Remarks, ListTheSizesWhereAnotherKernelIsFaster) {
    const Report report = report_of(
        {row("sha1.blocks", "sha1_c_ref", 64, 9), row("sha1.blocks", "sha1_c_ref", 1024, 4),
         row("sha1.blocks", "sha1_c_ref", 16384, 4), row("sha1.blocks", "sha1_c_fast", 64, 6),
         row("sha1.blocks", "sha1_c_fast", 1024, 4.04), row("sha1.blocks", "sha1_c_fast", 16384, 4.04)});
    EXPECT_EQ(remarks_of(report, "sha1_c_ref"),
              std::vector<std::string>{"sha1.blocks from 64 B: sha1_c_ref 9.00 -> sha1_c_fast 6.00 "
                                       "cycles/byte, 1.50x"});
    EXPECT_EQ(remarks(report, orders_of(report),
                      [](const std::string &, std::size_t size) {
                          return size < 1024 ? "sha1_c_fast" : "sha1_c_ref";
                      }),
              std::vector<std::string>{nothing});
}

TEST(Remarks, NothingIsTheFastestOfNothing) {
    Row slow = row("sha1.blocks", "sha1_c_ref", 64, 0);
    slow.skipped = refused;
    EXPECT_EQ(remarks_of(report_of({slow})),
              std::vector<std::string>{"nothing was compared with the order in use"});
}

TEST(OrderFile, SizesAreThoseOfTheChoice) {
    // 8 and 16 digests count 512 and 1024 bytes. 16 lanes of one block are a choice of short messages, of 16
    // of long.
    Report report;
    report.sizes = {64, 1024, 16384};
    report.rows = {row("pbkdf2.sha1_lanes", "sha1_x64_avx512vl_x8", 160, 3),
                   row("pbkdf2.sha1_lanes", "sha1_x64_avx512vl_x8", 320, 3),
                   row("pbkdf2.sha1_lanes", "sha1_x64_avx512_x16", 160, 4),
                   row("pbkdf2.sha1_lanes", "sha1_x64_avx512_x16", 320, 2),
                   row("sha1.lanes", "sha1_x64_shani_x4", 64, 2),
                   row("sha1.lanes", "sha1_x64_shani_x4", 1024, 1),
                   row("sha1.lanes", "sha1_x64_shani_x4", 16384, 3),
                   row("sha1.lanes", "sha1_x64_avx2_x8", 64, 3),
                   row("sha1.lanes", "sha1_x64_avx2_x8", 1024, 2),
                   row("sha1.lanes", "sha1_x64_avx2_x8", 16384, 1)};
    const std::string file = file_of(report);
    for (const char *line :
         {"\npbkdf2.sha1_lanes sha1_x64_avx512_x16 576 2.00\npbkdf2.sha1_lanes sha1_x64_avx512vl_x8 0 "
          "3.00\n",
          "\nsha1.lanes sha1_x64_avx2_x8 704/long 1.00\nsha1.lanes sha1_x64_avx2_x8 192-512/long "
          "1.00\nsha1.lanes sha1_x64_shani_x4 0/long 3.00\n"})
        EXPECT_NE(file.find(line), std::string::npos) << file;
}

TEST(Remarks, UseTheRangeOfALine) {
    // sha1_c_fast leads at 64 and 16384 bytes, sha1_c_ref at 1024.
    const Report report =
        report_of({row("sha1.blocks", "sha1_c_ref", 64, 9), row("sha1.blocks", "sha1_c_ref", 1024, 4),
                   row("sha1.blocks", "sha1_c_ref", 16384, 4), row("sha1.blocks", "sha1_c_fast", 64, 6),
                   row("sha1.blocks", "sha1_c_fast", 1024, 5), row("sha1.blocks", "sha1_c_fast", 16384, 3)});
    EXPECT_EQ(remarks_of(report, "sha1_c_fast"),
              std::vector<std::string>{"sha1.blocks from 1024 B: sha1_c_fast 5.00 -> sha1_c_ref 4.00 "
                                       "cycles/byte, 1.25x"});
    EXPECT_NE(file_of(report).find("\nsha1.blocks sha1_c_fast 1856 3.00\nsha1.blocks sha1_c_fast 0-192 "
                                   "3.00\nsha1.blocks sha1_c_ref 0 4.00\n"),
              std::string::npos);
}

TEST(OrderFile, NoisyRowsAreNamed) {
    Row noisy = row("sha1.blocks", "sha1_c_ref", 64, 20);
    noisy.figure.noisy = true;
    EXPECT_EQ(unreliable_rows(report_of({noisy, row("sha1.blocks", "x", 64, 1)})).size(), 1u);
}
