// SPDX-License-Identifier: MIT
#include "self_test.hpp"

#include "reference_loops.hpp"
#include "sampler.hpp"

#include <fmt/format.h>

namespace og::bench {

namespace {

class Loop final : public Work {
public:
    explicit Loop(void (*loop)(std::size_t)) : loop_(loop) {}
    void run(std::size_t calls) override { loop_(calls); }
    Bytes answer() override { return {}; }

private:
    void (*loop_)(std::size_t);
};

}  // namespace

SelfTest self_test(Meter &meter) {
    std::vector<Series> rows(3);
    rows[0].work = std::make_unique<Loop>(chain_of_adds);
    rows[1].work = std::make_unique<Loop>(chain_of_multiplications);
    rows[2].work = std::make_unique<Loop>(independent_adds);
    Sampling plan;
    plan.budget = 1;
    Progress quiet("self-test");
    take_samples(rows, meter, plan, quiet);

    const auto cost = [&](std::size_t i) {
        return summarise(rows[i], meter).cycles_min / static_cast<double>(group_size);
    };
    const auto line = [&](const char *what, std::size_t i, const char *expected) {
        const Figure figure = summarise(rows[i], meter);
        return fmt::format("{:<31}{:.3f} cycles   (expected: {}; {} samples{})\n", what, cost(i), expected,
                           figure.accepted, figure.noisy ? ", noisy" : "");
    };
    SelfTest result;
    result.text = fmt::format("clock: {}\n", meter.clock().description());
    result.text += fmt::format("reading it costs               {:.0f} {}\n", meter.overhead(),
                               meter.clock().counts_cycles() ? "cycles" : "ticks");
    result.text += fmt::format("core clock                     {:.0f} MHz\n", core_hz(rows, meter) / 1e6);
    result.text += line("dependent addition", 0, "1.000");
    bool imul_right = true;
#if defined(__x86_64__) || defined(__i386__)
    result.text += line("dependent multiplication", 1, "3.000 on x86 since 2008");
    imul_right = cost(1) > 2.9 && cost(1) < 3.1;
#else
    result.text += line("dependent multiplication", 1, "2 to 5");
#endif
    result.text += line("addition in four chains", 2, "0.250 at the least");
    result.text += fmt::format("processors to choose from      {}\n", meter.processors().count());
    result.passed = cost(0) > 0.97 && cost(0) < 1.03 && imul_right && cost(2) >= 0.24;
    result.text +=
        result.passed ? "the clock counts core cycles\n" : "FAILED: the clock does not count core cycles\n";
    return result;
}

}  // namespace og::bench
