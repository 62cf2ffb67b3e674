// SPDX-License-Identifier: MIT
// The selection of the user: patterns of names, and sizes.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace og::bench {

// An invalid request of the user.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Shell patterns (* ? [...]) for names of kernels, operations and peers. Without a pattern everything is
// selected.
class Selection {
public:
    explicit Selection(std::vector<std::string> patterns);

    // Returns whether a pattern matches the operation or the name of a row. Records the patterns that
    // matched.
    bool takes(const std::string &op, const std::string &name);

    // Returns the patterns that never matched.
    std::vector<std::string> unused() const;

private:
    std::vector<std::string> patterns_;
    std::vector<bool> used_;
};

// Converts "64", "16k", "1M" or "16KiB" to bytes (k is 1024, M is 1024^2). Throws UsageError.
std::size_t parse_size(const std::string &text);

// The largest size that parse_size accepts.
inline constexpr std::size_t largest_size = std::size_t{256} << 20;

// Formats a size: 64 as "64 B", 1024 as "1 KiB", 1000000 as "1000000 B".
std::string format_size(std::size_t bytes);

}  // namespace og::bench
