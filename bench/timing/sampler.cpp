// SPDX-License-Identifier: MIT
#include "sampler.hpp"

#include "../os/time.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace og::bench {

namespace {

class Run {
public:
    Run(std::vector<Series> &rows, Meter &meter, const Sampling &plan, Progress &progress)
        : rows_(rows),
          meter_(meter),
          plan_(plan),
          progress_(progress),
          random_(plan.seed),
          start_(now_ns()) {}

    void calibrate() {
        cost_.resize(rows_.size());
        call_seconds_.resize(rows_.size());
        for (std::size_t i = 0; i < rows_.size(); i++) {
            calibrate(i);
            progress_.show(phase("calibrating"), i + 1, rows_.size());
        }
        // Half of the remaining time is for samples that the interference check refuses.
        std::vector<double> costs;
        for (std::size_t i = 0; i < rows_.size(); i++)
            if (rows_[i].too_slow.empty()) costs.push_back(cost_[i]);
        const auto wants = share_budget(costs, plan_.want, (plan_.budget - spent()) / 2);
        std::size_t next = 0;
        for (Series &row : rows_) row.want = row.too_slow.empty() ? wants[next++] : 0;
    }

    // Samples the rows until each has the samples it wants or the time is up. The first pass is always
    // completed. Then a few more passes are for rows whose figure would be noisy.
    void passes() {
        std::vector<std::size_t> open(rows_.size());
        std::iota(open.begin(), open.end(), std::size_t{0});
        int late_passes = 4;
        for (bool first = true;; first = false) {
            const bool late = !first && spent() > plan_.budget;
            if (late && late_passes-- == 0) return;
            // A lower undisturbed cost can turn accepted samples into refused ones, so all are counted again.
            open.erase(std::remove_if(open.begin(), open.end(),
                                      [&](std::size_t i) {
                                          return lacking(rows_[i]) == 0 ||
                                                 (late && accepted(rows_[i]) >= Series::trusted);
                                      }),
                       open.end());
            if (open.empty()) return;
            std::shuffle(open.begin(), open.end(), random_);
            for (std::size_t i : open) {
                if (!first && !late && spent() > plan_.budget) break;
                visit(rows_[i], cost_[i]);
                show_progress();
            }
        }
    }

private:
    double spent() const { return static_cast<double>(now_ns() - start_) * 1e-9; }

    std::size_t accepted(const Series &row) const {
        return static_cast<std::size_t>(std::count_if(row.samples.begin(), row.samples.end(),
                                                      [&](const Sample &s) { return meter_.accepts(s); }));
    }
    std::size_t lacking(const Series &row) const {
        const std::size_t have = accepted(row);
        return row.want > have ? row.want - have : 0;
    }

    // Sets the number of calls of a sample, and cost_ to the seconds that a sample takes.
    void calibrate(std::size_t i) {
        Series &row = rows_[i];
        row.calls = 1;
        // A call that is certainly far too long is not tried: it would take the time of other rows.
        const double least = i && row.growth > 0 ? call_seconds_[i - 1] * row.growth / 2 : 0;
        double shortest = least < plan_.longest_call ? 0 : least;
        // The first call finds cold caches and unresolved symbols, and time that a hypervisor takes is
        // counted as ours. So a call is too long only if it is so three times, or if it exceeds the limit 20
        // times.
        for (int tries = 0; tries < 3 && least < plan_.longest_call; tries++) {
            measure_once(i);
            shortest = tries ? std::min(shortest, call_seconds_[i]) : call_seconds_[i];
            if (shortest <= plan_.longest_call || shortest > 20 * plan_.longest_call) break;
        }
        call_seconds_[i] = std::max(shortest, least);
        if (call_seconds_[i] > plan_.longest_call) {
            row.too_slow = "one call takes longer than " +
                           std::to_string(static_cast<int>(plan_.longest_call * 1000)) + " ms";
            return;
        }
        for (;; row.calls *= 4) {
            const double ns = measure_once(i);
            if (ns >= plan_.sample_ns / 4) {
                const double calls = plan_.sample_ns * static_cast<double>(row.calls) / ns;
                cost_[i] = std::max(ns, plan_.sample_ns) * 1e-9 + reference_loops_cost;
                row.calls = std::max<std::size_t>(static_cast<std::size_t>(calls), 1);
                return;
            }
        }
    }

    // Returns the nanoseconds of a sample. Sets call_seconds_ to the processor time of one of its calls.
    double measure_once(std::size_t i) {
        const double begin = os::thread_seconds();
        const Sample sample = meter_.measure(*rows_[i].work, rows_[i].calls);
        call_seconds_[i] = (os::thread_seconds() - begin) / static_cast<double>(rows_[i].calls);
        return std::max(sample.ns, 1.0);
    }

    void visit(Series &row, double cost) {
        std::size_t quota = std::min((row.want + plan_.passes - 1) / plan_.passes, lacking(row));
        // A long sample that is refused waits for the next pass. Short ones are repeated at once.
        std::size_t tries = cost > 1e-3 ? quota : quota + 4;
        for (; quota && tries; tries--) {
            const Sample sample = meter_.measure(*row.work, row.calls);
            row.samples.push_back(sample);
            if (meter_.accepts(sample)) {
                quota--;
                refused_ = 0;
            } else if (++refused_ >= refusals_before_moving) {
                meter_.processors().next();
                refused_ = 0;
            }
        }
    }

    void show_progress() {
        if (!progress_.due()) return;
        std::size_t have = 0, want = 0;
        for (const Series &row : rows_) {
            want += row.want;
            have += row.want - lacking(row);
        }
        progress_.show(phase("measuring"), have, want);
    }

    static std::string phase(const char *what) {
        return std::to_string(sizeof(void *) * 8) + "-bit: " + what;
    }

    static constexpr int refusals_before_moving = 8;
    static constexpr double reference_loops_cost = 5e-6;  // seconds, before and after a sample

    std::vector<Series> &rows_;
    Meter &meter_;
    const Sampling &plan_;
    Progress &progress_;
    std::mt19937_64 random_;
    std::uint64_t start_;
    std::vector<double> cost_, call_seconds_;
    int refused_ = 0;
};

}  // namespace

void take_samples(std::vector<Series> &rows, Meter &meter, const Sampling &plan, Progress &progress) {
    const auto accepts = [&](const Sample &sample) { return meter.accepts(sample); };
    const auto refused_all = [&] {  // false if there were no samples
        bool any = false;
        for (const Series &row : rows) {
            any = any || !row.samples.empty();
            if (std::any_of(row.samples.begin(), row.samples.end(), accepts)) return false;
        }
        return any;
    };
    for (int tries = 2; tries; tries--) {
        Run run(rows, meter, plan, progress);
        run.calibrate();
        run.passes();
        if (tries == 1 || !refused_all()) break;
        meter.forget_undisturbed_cost();
        for (Series &row : rows) row.samples.clear();
    }
    progress.clear();
}

Figure summarise(const std::vector<Sample> &samples, const std::vector<bool> &accepted, std::size_t calls) {
    Figure figure;
    figure.accepted = static_cast<std::size_t>(std::count(accepted.begin(), accepted.end(), true));
    figure.rejected = samples.size() - figure.accepted;
    figure.noisy = figure.accepted < Series::trusted;
    for (std::size_t i = 0; i < samples.size(); i++)
        if (figure.accepted == 0 || accepted[i])
            figure.cycles.push_back(samples[i].cycles / static_cast<double>(calls));
    if (!figure.cycles.empty()) {
        figure.cycles_min = *std::min_element(figure.cycles.begin(), figure.cycles.end());
        figure.cycles_median = median(figure.cycles);
    }
    return figure;
}

Figure summarise(const Series &row, const Meter &meter) {
    std::vector<bool> accepted;
    for (const Sample &sample : row.samples) accepted.push_back(meter.accepts(sample));
    return summarise(row.samples, accepted, row.calls);
}

std::vector<std::size_t> share_budget(const std::vector<double> &cost, std::size_t want, double seconds) {
    const auto shares = [&](double most) {  // no row spends more than `most` seconds
        std::vector<std::size_t> wants;
        for (double c : cost) {
            const double fits = std::floor(most / c);
            wants.push_back(fits >= static_cast<double>(want)
                                ? want
                                : std::max(static_cast<std::size_t>(fits), Series::trusted));
        }
        return wants;
    };
    const auto total = [&](const std::vector<std::size_t> &wants) {
        double sum = 0;
        for (std::size_t i = 0; i < cost.size(); i++) sum += cost[i] * static_cast<double>(wants[i]);
        return sum;
    };
    double low = 0, high = 0;
    for (double c : cost) high = std::max(high, c * static_cast<double>(want));
    if (total(shares(high)) <= seconds) return shares(high);
    for (int step = 0; step < 50; step++) {
        const double middle = (low + high) / 2;
        (total(shares(middle)) <= seconds ? low : high) = middle;
    }
    return shares(low);
}

double core_hz(const std::vector<Series> &rows, const Meter &meter) {
    std::vector<double> speeds;
    for (const Series &row : rows)
        for (const Sample &sample : row.samples)
            if (meter.accepts(sample) && sample.ns > 0) speeds.push_back(sample.cycles / sample.ns * 1e9);
    return median(std::move(speeds));
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace og::bench
