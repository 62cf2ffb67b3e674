// SPDX-License-Identifier: MIT
// Where the lines of `oldguard sum` go: standard output, or a file that is written completely or not at all.
#pragma once

#include "files/atomic_output.hpp"
#include "files/output.hpp"
#include "hashing/pipeline.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

class SumOutput {
public:
    // name: the file, or "" for standard output.
    explicit SumOutput(const std::string &name);

    // Returns false with a message if the file could not be opened.
    bool ok() const;

    // Returns the files that a walk must not hash, because the output goes to them: the temporary file, the
    // file that it replaces, and standard output.
    std::vector<FileId> own_files() const;

    // All return false after an error. They print a message for a file, and close_stdout() does for standard
    // output.
    bool add(std::string_view line);
    bool flush();

    // Completes the file.
    bool commit();

private:
    bool write();

    std::string name_;
    Lines lines_;  // of standard output
    std::optional<AtomicOutput> file_;
    std::string text_;  // of the file, not yet written
    bool failed_ = false;
};

}  // namespace og::cli
