// SPDX-License-Identifier: MIT
// Prints the verdicts on the files of a torrent as lines or as JSON lines.
#pragma once

#include "audit/report.hpp"
#include "torrent_verdicts.hpp"
#include "unlisted_files.hpp"

namespace og::cli {

// Collects the lines of all files, because they are printed in the order of the names.
class TorrentReport {
public:
    // verbose: also prints the files that are ok.
    TorrentReport(bool json, bool verbose) : json_(json), verbose_(verbose) {}

    void add(const og_torrent_file &file, const TorrentFolder::File &found, const TorrentVerdict &verdict,
             std::size_t pieces);
    void add(const UnlistedFile &file);

    const Counts &counts() const { return counts_; }

    // Prints the lines, and in JSON the summary. Returns false after an error of standard output.
    bool print(double seconds, bool complete);

private:
    struct Line {
        std::string name, text;
    };

    void count(Status status, std::uint64_t bytes, bool attacked);

    bool json_, verbose_;
    std::vector<Line> lines_;
    Counts counts_;
};

}  // namespace og::cli
