// SPDX-License-Identifier: MIT
#include "totals_counter.hpp"

#include "names_file.hpp"
#include "os/file.hpp"

#include <algorithm>
#include <system_error>

namespace og::cli {

TotalsCounter::TotalsCounter(CountedFiles what, RunTotals &totals) : what_(std::move(what)), totals_(totals) {
    walk_.one_file_system = what_.one_file_system;
    walk_.want_status = true;
    if (what_.exclusions != nullptr && !what_.exclusions->empty()) walk_.exclusions = what_.exclusions;
    const bool reads_stdin = what_.files0_from == "-" ||
                             std::find(what_.files.begin(), what_.files.end(), "-") != what_.files.end();
    if (!what_.progress || reads_stdin) return;
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
    if (what_.recursive && S_ISDIR(status.st_mode)) return walk(name, walk_, *this, counts_);
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return false;
    totals_.files++;
    totals_.bytes += static_cast<std::uint64_t>(status.st_size);
    return !stop_;
}

// Counts the files in a list of digests. Returns false if the run was stopped or the list cannot be read
// twice.
bool TotalsCounter::count_list(const std::string &name) {
    os::Status status;
    Manifest manifest;
    if (os::stat(name.c_str(), &status) != 0 || S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode) ||
        !read_manifest(name, *what_.lists, manifest).empty())
        return false;
    const std::string folder = manifest.folder.empty() ? "" : manifest.folder + '/';
    for (std::size_t i = 0; i < manifest.size(); i++)
        if (manifest[i].has_any() && !count(folder + std::string(manifest[i].name))) return false;
    return true;
}

void TotalsCounter::count_all() {
    bool all = true;
    if (!what_.files0_from.empty()) {
        NamesFile names(what_.files0_from);
        std::string name;
        while (all && names.next(name)) all = count(name);
    } else if (what_.recursive && what_.files.empty()) {
        all = count(".");
    } else {
        for (const std::string &name : what_.files)
            all = all && (what_.lists != nullptr ? count_list(name) : count(name));
    }
    totals_.known = all;
}

}  // namespace og::cli
