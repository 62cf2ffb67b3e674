// SPDX-License-Identifier: MIT
// Counts the files of a run ahead of the hashing, for the percentage of the progress.
#pragma once

#include "sum_options.hpp"
#include "hashing/run_progress.hpp"
#include "tree/walk.hpp"

#include <atomic>
#include <string>
#include <thread>

namespace og::cli {

// Examines the same operands, lists and folders as Operands, in a thread of its own. Counts nothing if a list
// or an operand is standard input, whose size is not known.
class TotalsCounter final : public WalkReceiver {
public:
    TotalsCounter(const SumOptions &options, RunTotals &totals);

    // Stops counting.
    ~TotalsCounter() override;

    // Waits until all is counted.
    void wait();

    bool file(const WalkedFile &file) override;
    bool unreadable(std::string_view, int) override { return !stop_; }

private:
    void count_all();
    bool count(const std::string &name);

    const SumOptions &options_;
    RunTotals &totals_;
    WalkOptions walk_;
    WalkCounts counts_;
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace og::cli
