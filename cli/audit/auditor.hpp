// SPDX-License-Identifier: MIT
// Walks the folder of an audit and reads its files.
#pragma once

#include "findings.hpp"
#include "hashing/pipeline.hpp"
#include "journal.hpp"
#include "sum/run_progress.hpp"
#include "tree/exclusions.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace og::cli {

struct AuditOptions {
    HashOptions hash;              // threads, detection
    bool quick = false;            // do not read files whose size and times are as recorded
    bool digest_changed = false;   // read also the files whose size differs
    std::uint64_t checkpoint = 0;  // with a journal: save states each this many bytes
    std::uint32_t now = 0;         // in seconds since 1970
    bool counts_unlisted = false;  // add the files that are not listed to the totals of the progress
    Exclusions exclusions;         // files that are left out, listed or not
};

// The files that do not count unless they are listed: those that the command itself reads and writes.
using OwnFiles = std::vector<FileId>;

// What an audit did.
struct AuditRun {
    bool complete = false;       // it was not stopped
    std::uint64_t others = 0;    // entries of the folder that are neither files nor folders
    std::uint64_t excluded = 0;  // files and folders in it that the options leave out
};

// Gives each listed file and each file in the folder its status. Stops after a signal (os/stop.hpp) and after
// a write error of the journal, which may be NULL. Of an incomplete run, only listed files that are `decided`
// have a status.
AuditRun run_audit(const Manifest &manifest, const std::string &folder, const AuditOptions &options,
                   const OwnFiles &own, Journal *journal, RunProgress &progress, Findings &findings);

}  // namespace og::cli
