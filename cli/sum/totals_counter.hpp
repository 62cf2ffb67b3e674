// SPDX-License-Identifier: MIT
// Counts the files of a run ahead of the hashing, for the percentage of the progress.
#pragma once

#include "manifest/read_manifest.hpp"
#include "run_progress.hpp"
#include "tree/walk.hpp"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace og::cli {

// What is counted.
struct CountedFiles {
    bool progress = false;  // else nothing is counted
    bool recursive = false, one_file_system = false;
    const Exclusions *exclusions = nullptr;
    std::string files0_from{};           // a list of names, or ""
    std::vector<std::string> files{};    // without any: those of the current folder, if `recursive`
    const ReadOptions *lists = nullptr;  // the files are lists of digests, and what they list is counted
};

// Counts the files and bytes of the run's operands, lists and folders, in a separate thread. Counts nothing
// if a list or an operand is standard input, because its size is not known.
class TotalsCounter final : public WalkReceiver {
public:
    TotalsCounter(CountedFiles what, RunTotals &totals);

    // Stops counting.
    ~TotalsCounter() override;

    // Waits until all is counted.
    void wait();

    bool file(const WalkedFile &file) override;
    bool unreadable(std::string_view, int) override { return !stop_; }

private:
    void count_all();
    bool count(const std::string &name);
    bool count_list(const std::string &name);

    const CountedFiles what_;
    RunTotals &totals_;
    WalkOptions walk_;
    WalkCounts counts_;
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace og::cli
