// SPDX-License-Identifier: MIT
#include "bench/timing/reference_loops.hpp"
#include "bench/timing/sampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

using namespace og::bench;

namespace {

Sample sample(double cycles) { return {cycles, cycles / 4, 0.26}; }

class Counting final : public Work {
public:
    explicit Counting(std::vector<int> &order, int id) : order_(order), id_(id) {}
    void run(std::size_t calls) override {
        order_.push_back(id_);
        chain_of_adds(calls * 4);
    }
    Bytes answer() override { return {}; }

private:
    std::vector<int> &order_;
    int id_;
};

// Samples the rows for some seconds with the system's clock.
void sample_all(std::vector<Series> &rows, double budget, double longest_call = Sampling().longest_call) {
    Meter meter(open_clock(ClockKind::time));
    Sampling plan;
    plan.budget = budget;
    plan.longest_call = longest_call;
    Progress progress("test");
    take_samples(rows, meter, plan, progress);
}

std::vector<int> order_of_run(std::uint64_t seed) {
    std::vector<int> order;
    std::vector<Series> rows(5);
    for (int i = 0; i < 5; i++) rows[static_cast<std::size_t>(i)].work = std::make_unique<Counting>(order, i);
    Meter meter(open_clock(ClockKind::time));
    Sampling plan;
    plan.budget = 0.2;
    plan.seed = seed;
    plan.want = 8;
    Progress progress("test");
    take_samples(rows, meter, plan, progress);
    for (const Series &row : rows) {
        EXPECT_TRUE(row.too_slow.empty());
        EXPECT_FALSE(row.samples.empty());
        EXPECT_GE(row.calls, 1u);
    }
    return order;
}

}  // namespace

TEST(Summary, LeastAndMedianOfAcceptedOnly) {
    const std::vector<Sample> samples{sample(100), sample(400), sample(300), sample(200), sample(500)};
    const Figure figure = summarise(samples, {false, true, true, true, false}, 10);
    EXPECT_DOUBLE_EQ(figure.cycles_min, 20);
    EXPECT_DOUBLE_EQ(figure.cycles_median, 30);
    EXPECT_EQ(figure.cycles, (std::vector<double>{40, 30, 20}));
    EXPECT_EQ(figure.accepted, 3u);
    EXPECT_EQ(figure.rejected, 2u);
    EXPECT_FALSE(figure.noisy);
}

TEST(Summary, TooFewAcceptedIsNoisy) {
    const Figure figure = summarise({sample(100), sample(200)}, {false, true}, 1);
    EXPECT_TRUE(figure.noisy);
    EXPECT_DOUBLE_EQ(figure.cycles_min, 200);
}

TEST(Summary, WithoutAnAcceptedSampleTheFigureIsNoisy) {
    const Figure figure = summarise({sample(300), sample(100)}, {false, false}, 1);
    EXPECT_TRUE(figure.noisy);
    EXPECT_EQ(figure.accepted, 0u);
    EXPECT_DOUBLE_EQ(figure.cycles_min, 100);
    EXPECT_DOUBLE_EQ(figure.cycles_median, 200);
}

TEST(Summary, Nothing) {
    EXPECT_TRUE(summarise({}, {}, 1).noisy);
    EXPECT_EQ(median({}), 0);
}

TEST(Budget, EnoughForAll) {
    EXPECT_EQ(share_budget({0.001, 0.01}, 40, 10), (std::vector<std::size_t>{40, 40}));
}

TEST(Budget, ExpensiveRowsLoseSamplesFirst) {
    const std::vector<double> cost{0.00004, 0.02, 0.2};
    const auto wants = share_budget(cost, 40, 1.5);
    EXPECT_EQ(wants[0], 40u);
    EXPECT_LT(wants[1], 41u);
    EXPECT_LT(wants[2], wants[1]);
    EXPECT_GE(wants[2], Series::trusted);
    EXPECT_LE(std::inner_product(cost.begin(), cost.end(), wants.begin(), 0.0), 1.5);
}

TEST(Budget, NoRowGetsFewerThanTheTrustedNumber) {
    EXPECT_EQ(share_budget({1, 1}, 40, 0), (std::vector<std::size_t>(2, Series::trusted)));
    EXPECT_TRUE(share_budget({}, 40, 1).empty());
}

TEST(Sampler, EveryRowIsSampledInterleaved) {
    const std::vector<int> order = order_of_run(1);
    int changes = 0;
    for (std::size_t i = 1; i < order.size(); i++) changes += order[i] != order[i - 1];
    EXPECT_GE(changes, 8);
}

TEST(Sampler, RowsWithTooLongCallsAreNotTimed) {
    std::vector<int> order;
    std::vector<Series> rows(1);
    rows[0].work = std::make_unique<Counting>(order, 0);
    sample_all(rows, 0.1, 1e-9);
    EXPECT_FALSE(rows[0].too_slow.empty());
    EXPECT_TRUE(rows[0].samples.empty());
}

TEST(UndisturbedCost, OneLowCostInHundredsIsIgnored) {
    UndisturbedCost cost;
    cost.add(0.290);
    EXPECT_EQ(cost.value(), 0.290);
    cost.add(0.277);
    EXPECT_EQ(cost.value(), 0.277);  // too few costs to ignore one
    for (int i = 0; i < 300; i++) cost.add(0.287 + 0.0001 * (i % 7));
    EXPECT_EQ(cost.value(), 0.287);
}

TEST(Sampler, TimeOfOtherProgramsDoesNotMakeACallTooLong) {
    // The first call sleeps, which takes no processor time.
    struct Waiting final : Work {
        void run(std::size_t calls) override {
            if (!waited) std::this_thread::sleep_for(std::chrono::milliseconds(60));
            waited = true;
            chain_of_adds(calls * 4);
        }
        Bytes answer() override { return {}; }
        bool waited = false;
    };
    std::vector<Series> rows(1);
    rows[0].work = std::make_unique<Waiting>();
    sample_all(rows, 0.01, 0.03);
    EXPECT_EQ(rows[0].too_slow, "");
    EXPECT_FALSE(rows[0].samples.empty());
}

TEST(Sampler, OneDisturbanceDoesNotMakeACallTooLong) {
    struct SlowAtFirst final : Work {
        void run(std::size_t calls) override {
            chain_of_adds(calls * (ran ? 4 : 10'000'000));
            ran = true;
        }
        Bytes answer() override { return {}; }
        bool ran = false;
    };
    std::vector<Series> rows(1);
    rows[0].work = std::make_unique<SlowAtFirst>();
    sample_all(rows, 0.01, 0.05);
    EXPECT_EQ(rows[0].too_slow, "");
}

TEST(Sampler, ACallThatIsCertainlyTooLongIsNotTried) {
    std::vector<int> order;
    std::vector<Series> rows(2);
    for (int i = 0; i < 2; i++) rows[static_cast<std::size_t>(i)].work = std::make_unique<Counting>(order, i);
    rows[1].growth = 1e9;
    sample_all(rows, 0.01, 0.05);
    EXPECT_EQ(rows[0].too_slow, "");
    EXPECT_EQ(rows[1].too_slow, "one call takes longer than 50 ms");
    EXPECT_EQ(std::count(order.begin(), order.end(), 1), 0);
}

TEST(Sampler, EveryRowIsSampledWithoutABudget) {
    std::vector<int> order;
    std::vector<Series> rows(20);
    for (int i = 0; i < 20; i++)
        rows[static_cast<std::size_t>(i)].work = std::make_unique<Counting>(order, i);
    sample_all(rows, 0);
    for (const Series &row : rows) EXPECT_FALSE(row.samples.empty());
}

namespace {

// A clock that does not advance for some readings, so that the interference check refuses the samples, and
// then advances steadily. Only the number of readings decides the result.
class LateClock final : public Clock {
public:
    explicit LateClock(int late) : late_(late) {}
    std::uint64_t ticks() override {
        if (started) late_--;
        return ticks_ += late_ > 0 || !started ? 1 : 1 + reference_groups() * group_size * 3 / 10;
    }
    std::string name() const override { return "late"; }
    std::string description() const override { return "a clock that begins to count late"; }
    bool counts_cycles() const override { return true; }
    std::size_t reference_groups() const override { return 100; }
    std::uint64_t context_switches() const override { return 0; }

    bool started = false;

private:
    int late_;
    std::uint64_t ticks_ = 0;
};

}  // namespace

TEST(Sampler, MeasuresOnceMoreIfEverySampleIsRefused) {
    struct Steady final : Work {
        void run(std::size_t calls) override { chain_of_adds(calls * 10000); }
        Bytes answer() override { return {}; }
    };
    constexpr int readings = 3 + 2 + 3;        // of a sample
    constexpr int first = (2 + 5) * readings;  // calibration, and the tries of the first pass
    auto clock = std::make_unique<LateClock>(first);
    LateClock &late = *clock;
    Meter meter(std::move(clock));
    late.started = true;
    std::vector<Series> rows(1);
    rows[0].work = std::make_unique<Steady>();
    Sampling plan;
    plan.budget = 0;
    Progress progress("test");
    take_samples(rows, meter, plan, progress);
    EXPECT_GT(summarise(rows[0], meter).accepted, 0u);
}

TEST(Sampler, NoRowIsNoisyOnlyBecauseTheTimeIsUp) {
    std::vector<int> order;
    std::vector<Series> rows(4);
    for (int i = 0; i < 4; i++) rows[static_cast<std::size_t>(i)].work = std::make_unique<Counting>(order, i);
    auto clock = std::make_unique<LateClock>(0);
    LateClock &quiet = *clock;
    Meter meter(std::move(clock));
    quiet.started = true;
    Sampling plan;
    plan.budget = 0;
    Progress progress("test");
    take_samples(rows, meter, plan, progress);
    for (const Series &row : rows) {
        EXPECT_FALSE(summarise(row, meter).noisy);
        EXPECT_LE(row.samples.size(), 2 * Series::trusted) << "it does not go on";
    }
}

TEST(Progress, ALogHasALineAtLeastEachTenSeconds) {
    static std::uint64_t seconds = 0;
    testing::internal::CaptureStderr();
    Progress progress("test", [] { return seconds * 1'000'000'000; });
    for (; seconds < 600; seconds++) progress.show("measuring", seconds, 600);
    const std::string log = testing::internal::GetCapturedStderr();
    EXPECT_GE(std::count(log.begin(), log.end(), '\n'), 59) << log;
}

TEST(UndisturbedCost, RareLowCostsOfALongRunAreIgnored) {
    UndisturbedCost cost;
    for (int i = 0; i < 43000; i++) cost.add(i % 500 ? 0.289 : 0.274);
    EXPECT_EQ(cost.value(), 0.289);
}

TEST(UndisturbedCost, FivePercentOfQuietSamplesCount) {
    UndisturbedCost cost;
    for (int i = 0; i < 20000; i++) cost.add(i % 20 ? 0.5 + 0.00001 * i : 0.287);
    EXPECT_EQ(cost.value(), 0.287);
}
