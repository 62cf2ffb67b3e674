// SPDX-License-Identifier: MIT
#include "bench/timing/meter.hpp"
#include "bench/timing/reference_loops.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include <sched.h>

using namespace og::bench;

namespace {

class Nothing final : public Work {
public:
    void run(std::size_t) override {}
    Bytes answer() override { return {}; }
};

// Leaves the processor, as a call does that another thread interrupts. A shorter sleep may be over before it
// begins.
class Sleep final : public Work {
public:
    void run(std::size_t) override { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }
    Bytes answer() override { return {}; }
};

}  // namespace

TEST(Clock, EveryKindThatOpensAdvances) {
    for (ClockKind kind : {ClockKind::automatic, ClockKind::perf, ClockKind::tsc, ClockKind::time}) {
        std::unique_ptr<Clock> clock;
        try {
            clock = open_clock(kind);
        } catch (const std::runtime_error &error) {  // containers and other processors
            EXPECT_STRNE(error.what(), "");
            continue;
        }
        const std::uint64_t before = clock->ticks();
        chain_of_adds(10000);
        EXPECT_GT(clock->ticks(), before) << clock->name();
        EXPECT_FALSE(clock->description().empty());
    }
    EXPECT_EQ(open_clock(ClockKind::time)->name(), "time");
}

TEST(Meter, TheUndisturbedCostNeverRisesAndCostsArePossible) {
    Meter meter(open_clock(ClockKind::automatic));
    Nothing nothing;
    double best = std::numeric_limits<double>::infinity();  // until a sample is undisturbed
    for (int i = 0; i < 50; i++) {
        const Sample sample = meter.measure(nothing, 1);
        EXPECT_LE(meter.undisturbed_cost(), best);
        best = meter.undisturbed_cost();
        EXPECT_GE(sample.cycles, 0);
        EXPECT_GE(sample.addition_cost, 0.24);
    }
    EXPECT_EQ(meter.samples(), 50u);
}

TEST(Meter, RefusesSamplesAboveTheTolerance) {
    Meter meter(open_clock(ClockKind::automatic));
    Nothing nothing;
    while (std::isinf(meter.undisturbed_cost())) meter.measure(nothing, 1);
    const double best = meter.undisturbed_cost();
    EXPECT_TRUE(meter.accepts({1, 1, best * 1.039}));
    EXPECT_FALSE(meter.accepts({1, 1, best * 1.041}));
    EXPECT_FALSE(meter.accepts({1, 1, invalid_cost}));
}

TEST(Meter, RefusesSamplesThatLeftTheProcessor) {
    Meter meter(open_clock(ClockKind::automatic));
    Sleep sleep;
    for (int i = 0; i < 50; i++) EXPECT_FALSE(meter.accepts(meter.measure(sleep, 1)));
}

TEST(Processors, RestoresTheAllowedProcessors) {
    cpu_set_t before, after;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    {
        Processors processors;
        processors.next();
        cpu_set_t pinned;
        ASSERT_EQ(sched_getaffinity(0, sizeof pinned, &pinned), 0);
        EXPECT_EQ(CPU_COUNT(&pinned), 1);
    }
    ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
}
