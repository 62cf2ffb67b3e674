// SPDX-License-Identifier: MIT
// The list of names of --files0-from.
#pragma once

#include "files/input.hpp"

#include <string>
#include <vector>

namespace og::cli {

// Reads names that end with NUL. The last one may end with the file.
class NamesFile {
public:
    // name: the file, or "-" for standard input.
    explicit NamesFile(const std::string &name) : input_(name), buffer_(64 * 1024) {}

    bool ok() const { return input_.ok(); }
    bool failed() const { return failed_; }
    int error() const { return input_.error(); }  // errno if not ok() or if failed()

    // Reads the next name. Returns false at the end and after an error.
    bool next(std::string &name);

private:
    Input input_;
    std::vector<char> buffer_;
    std::size_t at_ = 0, end_ = 0;
    bool failed_ = false;
};

}  // namespace og::cli
