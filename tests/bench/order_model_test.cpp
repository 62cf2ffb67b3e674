// SPDX-License-Identifier: MIT
// The orders of `oldguard tune` on a clock that is a formula: at no size, timed or not, they cost over 3 %
// more than the best kernel, so not more than any other order.
#include "bench/order.hpp"

#include <gtest/gtest.h>
#include <oldguard/kernels.h>

#include <algorithm>
#include <functional>
#include <map>

using namespace og::bench;

namespace {

constexpr double most_loss = 1.03;

// A kernel of DES on a processor, in cycles: of a call, of a batch of some blocks and of a byte.
struct DesKernel {
    const char *stem;
    double call, batch;
    std::size_t blocks;

    double cycles(std::size_t size) const {
        return call + batch * static_cast<double>((size + 8 * blocks - 1) / (8 * blocks));
    }
};

// Zen 1, Zen 3 and Zen 4 by docs/results/, at 64 bytes and at 16 KiB.
const std::vector<std::vector<DesKernel>> des_processors{{{"des_x64_avx2_x256", 963, 6106, 256},
                                                          {"des_x64_sse2_x128", 744, 4116, 128},
                                                          {"des_x64_eform_x4", 40, 504, 4},
                                                          {"des_x64_sp", 30, 263, 1}},
                                                         {{"des_x64_avx2_x256", 441, 2910, 256},
                                                          {"des_x64_sse2_x128", 610, 3218, 128},
                                                          {"des_x64_eform_x4", 27, 446, 4},
                                                          {"des_x64_sp", 20, 232, 1}},
                                                         {{"des_x64_avx512_x512", 515, 3868, 512},
                                                          {"des_x64_vbmi_x64", 171, 750, 64},
                                                          {"des_x64_avx2_x256", 427, 2743, 256},
                                                          {"des_x64_eform_x4", 26, 444, 4},
                                                          {"des_x64_sp", 20, 233, 1}}};

// A kernel for `lanes` messages, in cycles: of a step, and of a block in each lane.
struct HashKernel {
    const char *stem;
    double step, block;
    std::size_t lanes;

    double cycles(std::size_t blocks) const { return step + block * static_cast<double>(blocks); }
};

// A hash of many messages, each message by itself first.
struct HashProcessor {
    const char *op, *alone, *single;  // the kernel of one message
    std::vector<HashKernel> kernels;
};

const std::vector<HashProcessor> hash_processors{
    {"sha1dc.lanes",
     "sha1dc.blocks",
     "sha1dc_c_fast",
     {{"one-by-one", 71, 188, 1}, {"sha1dc_x64_avx2_x8", 155, 1743, 8}}},
    {"sha1dc.lanes",
     "sha1dc.blocks",
     "sha1dc_c_fast",
     {{"one-by-one", 61, 127, 1}, {"sha1dc_x64_avx2_x8", 157, 709, 8}}},
    {"sha1.lanes",
     "sha1.blocks",
     "sha1_c_fast",
     {{"one-by-one", 10, 121, 1},
      {"sha1_x64_shani_x2", 60, 160, 2},
      {"sha1_x64_shani_x4", 62, 321, 4},
      {"sha1_x64_avx2_x8", 145, 996, 8}}},
    {"sha1.lanes",
     "sha1.blocks",
     "sha1_c_fast",
     {{"one-by-one", 11, 120, 1},
      {"sha1_x64_shani_x2", 67, 120, 2},
      {"sha1_x64_shani_x4", 60, 166, 4},
      {"sha1_x64_avx2_x8", 85, 438, 8}}}};

Row row(const std::string &op, const std::string &stem, std::size_t size, double cycles) {
    Row r;
    r.op = op;
    r.name = stem;
    r.size = size;
    r.checked = true;
    r.figure.cycles_min = r.figure.cycles_median = cycles;
    r.figure.accepted = 10;
    return r;
}

Report empty_report() {
    Report report;
    report.sizes.assign(std::begin(tune_sizes), std::end(tune_sizes));
    return report;
}

Report report_of(const std::vector<DesKernel> &kernels) {
    Report report = empty_report();
    for (const DesKernel &kernel : kernels)
        for (std::size_t size : tune_sizes)
            report.rows.push_back(row("des.ecb", kernel.stem, size, kernel.cycles(size)));
    return report;
}

// The rows of a processor: bench/operations/many_operations.hpp says how a size is divided.
Report report_of(const HashProcessor &processor) {
    Report report = empty_report();
    for (const HashKernel &kernel : processor.kernels)
        for (std::size_t size : tune_sizes) {
            const std::size_t messages = std::min<std::size_t>(16, size / 64), blocks = size / 64 / messages;
            if (kernel.lanes == 1)
                report.rows.push_back(row(processor.alone, processor.single, size, kernel.cycles(size / 64)));
            else
                report.rows.push_back(
                    row(processor.op, kernel.stem, size,
                        kernel.cycles(blocks) *
                            static_cast<double>((messages + kernel.lanes - 1) / kernel.lanes)));
        }
    return report;
}

std::vector<OrderLine> order_for(const Report &report, const std::string &op) {
    for (const Order &order : orders_of(report))
        if (order.op == op) return order.lines;
    return {};
}

// Returns the stem that an order takes, as src/core/order.c does: of a size that no line contains, that
// above.
std::string taken(const std::vector<OrderLine> &lines, std::size_t size, const std::string &lengths,
                  std::size_t step) {
    for (; size <= 1 << 20; size += step)
        for (const OrderLine &line : lines)
            if (line.contains(size) && (line.lengths.empty() || line.lengths == lengths)) return line.stem;
    return "";
}

// Returns the largest ratio of an order's cost to that of the best kernel, at sizes of whole blocks of DES.
double des_loss(const std::vector<OrderLine> &lines, const std::vector<DesKernel> &kernels) {
    double loss = 1;
    for (std::size_t size = 8; size <= 16384; size += 8) {
        double best = 1e300, cost = 1e300;
        const std::string stem = taken(lines, size, "", 8);
        for (const DesKernel &kernel : kernels) {
            best = std::min(best, kernel.cycles(size));
            if (kernel.stem == stem) cost = kernel.cycles(size);
        }
        loss = std::max(loss, cost / best);
    }
    return loss;
}

// Returns that of messages of some blocks. What a kernel leaves is served by the order for its number.
double hash_loss(const std::string &op, const std::vector<OrderLine> &lines,
                 const std::vector<HashKernel> &kernels, const std::string &lengths, std::size_t blocks) {
    double loss = 1;
    std::map<std::size_t, double> best{{0, 0.0}}, cost{{0, 0.0}};
    for (std::size_t n = 1; n <= 16; n++) {
        const std::string stem = n == 1 ? "one-by-one" : taken(lines, 64 * n, lengths, 64);
        best[n] = cost[n] = 1e300;
        for (const HashKernel &kernel : kernels) {
            const std::size_t busy = std::min(n, kernel.lanes);
            const og_kernel *entry = og_kernel_find(op.c_str(), kernel.stem);
            if (!entry || 64 * n >= entry->min_size)
                best[n] = std::min(best[n], kernel.cycles(blocks) + best[n - busy]);
            if (kernel.stem == stem) cost[n] = kernel.cycles(blocks) + cost[n - busy];
        }
        loss = std::max(loss, cost[n] / best[n]);
    }
    return loss;
}

}  // namespace

TEST(OrderModel, NoSizeOfDesBetweenThoseTimedIsSlow) {
    for (const std::vector<DesKernel> &kernels : des_processors) {
        const std::vector<OrderLine> lines = order_for(report_of(kernels), "des.ecb");
        ASSERT_FALSE(lines.empty());
        EXPECT_LT(des_loss(lines, kernels), most_loss) << kernels[0].stem << " " << kernels[0].call;
    }
}

// A threshold that is a size of the grid, as it was before: 256 to 1023 bytes for the kernel that wins at
// 256.
TEST(OrderModel, APlantedThresholdIsSeen) {
    const std::vector<DesKernel> &zen_1 = des_processors[0];
    const std::vector<OrderLine> good = order_for(report_of(zen_1), "des.ecb");
    std::vector<OrderLine> planted = good;
    OrderLine line;
    line.stem = "des_x64_eform_x4";
    line.from = 256;
    line.to = 1023;
    planted.insert(planted.begin(), line);
    EXPECT_LT(des_loss(good, zen_1), most_loss);
    EXPECT_GT(des_loss(planted, zen_1), 1.5);
    const HashProcessor &many = hash_processors[0];
    const std::vector<OrderLine> lanes = order_for(report_of(many), many.op);
    std::vector<OrderLine> without;
    for (const OrderLine &each : lanes)
        if (each.stem != "one-by-one") without.push_back(each);
    EXPECT_LT(hash_loss(many.op, lanes, many.kernels, "/long", 16), most_loss);
    EXPECT_GT(hash_loss(many.op, without, many.kernels, "/long", 16), most_loss);
}

TEST(OrderModel, NoNumberOfMessagesIsSlow) {
    for (const HashProcessor &processor : hash_processors) {
        const std::vector<OrderLine> lines = order_for(report_of(processor), processor.op);
        ASSERT_FALSE(lines.empty());
        EXPECT_LT(hash_loss(processor.op, lines, processor.kernels, "/short", 1), most_loss) << processor.op;
        EXPECT_LT(hash_loss(processor.op, lines, processor.kernels, "/long", 16), most_loss) << processor.op;
    }
}

// On Zen 1 lanes with detection pay for short messages alone.
TEST(OrderModel, OneByOneIsACandidate) {
    const std::vector<OrderLine> lines = order_for(report_of(hash_processors[0]), "sha1dc.lanes");
    EXPECT_EQ(taken(lines, 1024, "/long", 64), "one-by-one");
    EXPECT_EQ(taken(lines, 1024, "/short", 64), "sha1dc_x64_avx2_x8");
    const Report report = report_of(hash_processors[0]);
    const std::string text = order_file(report, orders_of(report));
    EXPECT_NE(text.find("\nsha1dc.lanes one-by-one "), std::string::npos) << text;
    char why[200] = "";
    EXPECT_EQ(og_set_order(text.data(), text.size(), why, sizeof why), OG_OK) << why << "\n" << text;
    EXPECT_EQ(og_set_order("", 0, nullptr, 0), OG_OK);
}
