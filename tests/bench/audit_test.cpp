// SPDX-License-Identifier: MIT
#include "bench/audit.hpp"

#include <gtest/gtest.h>

using namespace og::bench;

namespace {

// Returns a choice of the kernel `taken`, judged by figures that need no measurement.
Choice judged(const char *taken, const std::vector<Timed> &timed, std::size_t messages = 0) {
    Choice choice;
    choice.op = "sha1.blocks";
    choice.size = 64;
    choice.messages = messages;
    choice.taken = taken;
    judge(choice, timed);
    return choice;
}

}  // namespace

TEST(Audit, SlowerKernelIsMissed) {
    const Choice choice =
        judged("slow", {{"fast", false, 640}, {"slow", false, 1920}, {"other", false, 641}});
    EXPECT_TRUE(choice.missed());
    EXPECT_EQ(choice.text(), "sha1.blocks 64 B: slow 30.00, fast 10.00 cycles/byte, 3.00x");
}

TEST(Audit, FastestKernelPasses) {
    const Choice choice = judged("fast", {{"slow", false, 1920}, {"fast", false, 640}});
    EXPECT_TRUE(choice.measured());
    EXPECT_FALSE(choice.missed());
    EXPECT_EQ(choice.best, "fast");
}

TEST(Audit, ThreePercentPass) {
    EXPECT_FALSE(judged("near", {{"near", false, 1030}, {"fast", false, 1000}}).missed());
    EXPECT_TRUE(judged("near", {{"near", false, 1031}, {"fast", false, 1000}}).missed());
}

// The cycles of a call on many messages are those of the call through the dispatch, which is no kernel.
TEST(Audit, DispatchIsComparedWithTheKernels) {
    const Choice slow = judged("", {{"", true, 2560}, {"fast", false, 1280}}, 2);
    EXPECT_TRUE(slow.missed());
    EXPECT_EQ(slow.text(), "sha1.blocks 2 x 64 B: the choice 20.00, fast 10.00 cycles/byte, 2.00x");
    const Choice faster = judged("", {{"", true, 1000}, {"fast", false, 1280}}, 2);
    EXPECT_FALSE(faster.missed());
    EXPECT_EQ(faster.best, "fast");
}

TEST(Audit, WhatIsNotMeasuredIsSaid) {
    const Choice taken = judged("slow", {{"slow", false, 0}, {"fast", false, 640}});
    EXPECT_FALSE(taken.measured() || taken.missed());
    EXPECT_EQ(taken.text(), "sha1.blocks 64 B: not measured");
    EXPECT_FALSE(judged("slow", {{"slow", false, 0}, {"fast", false, 0}}).measured());
    const Choice other = judged("slow", {{"slow", false, 640}, {"fast", false, 0}});
    EXPECT_TRUE(other.measured() && !other.missed());
    EXPECT_EQ(other.best, "slow");
}

// One line for each operation, however many of its choices the machine left no time for.
TEST(Audit, WhatIsNotMeasuredIsCounted) {
    Audit audit;
    for (const char *op : {"a.lanes", "b.lanes"})
        for (int i = 0; i < 3; i++) {
            const bool measured = op[0] == 'b' || i == 0;
            audit.choices.push_back(judged("slow", {{"slow", false, measured ? 640.0 : 0.0}}));
            audit.choices.back().op = op;
        }
    EXPECT_EQ(unmeasured(audit),
              std::vector<std::string>{
                  "a.lanes: 2 of 3 choices not measured: the processor was never free for them"});
}

// A choice that is measured again keeps nothing of the first time.
TEST(Audit, LaterFiguresReplaceTheFirst) {
    Choice choice = judged("slow", {{"slow", false, 1920}, {"fast", false, 640}});
    judge(choice, {{"slow", false, 640}, {"fast", false, 1280}});
    EXPECT_FALSE(choice.missed());
    EXPECT_EQ(choice.best, "slow");
}
