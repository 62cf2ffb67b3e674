// SPDX-License-Identifier: MIT
#include "totals_counter.hpp"

#include "names_file.hpp"
#include "os/file.hpp"

#include <algorithm>
#include <system_error>

namespace og::cli {

TotalsCounter::TotalsCounter(const SumOptions &options, RunTotals &totals)
    : options_(options), totals_(totals) {
    walk_.one_file_system = options.one_file_system;
    if (!options.exclusions.empty()) walk_.exclusions = &options.exclusions;
    walk_.want_status = true;
    const bool reads_stdin =
        options.files0_from == "-" ||
        std::find(options.files.begin(), options.files.end(), "-") != options.files.end();
    if (!options.progress || reads_stdin) return;
    try {
        thread_ = std::thread(&TotalsCounter::count_all, this);
    } catch (const std::system_error &) {
        // only no percentage without a thread
    }
}

TotalsCounter::~TotalsCounter() {
    stop_ = true;
    wait();
}

void TotalsCounter::wait() {
    if (thread_.joinable()) thread_.join();
}

bool TotalsCounter::file(const WalkedFile &file) {
    totals_.files++;
    totals_.bytes += static_cast<std::uint64_t>(file.status->st_size);
    return !stop_;
}

// Returns false if the run was stopped or a size is not known.
bool TotalsCounter::count(const std::string &name) {
    os::Status status;
    if (os::stat(name.c_str(), &status) != 0) return !stop_;
    if (options_.recursive && S_ISDIR(status.st_mode)) return walk(name, walk_, *this, counts_);
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return false;
    totals_.files++;
    totals_.bytes += static_cast<std::uint64_t>(status.st_size);
    return !stop_;
}

void TotalsCounter::count_all() {
    bool all = true;
    if (!options_.files0_from.empty()) {
        NamesFile names(options_.files0_from);
        std::string name;
        while (all && names.next(name)) all = count(name);
    } else if (options_.recursive && options_.files.empty()) {
        all = count(".");
    } else {
        for (const std::string &name : options_.files) all = all && count(name);
    }
    totals_.known = all;
}

}  // namespace og::cli
