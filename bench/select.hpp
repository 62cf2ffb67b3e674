// SPDX-License-Identifier: MIT
// What the user asked for: name patterns and sizes.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace og::bench {

// A wrong request; the message says what is wrong with it.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Shell patterns (* ? [...]) over names of kernels, operations and peers. No pattern takes all.
class Selection {
public:
    explicit Selection(std::vector<std::string> patterns);

    // A row is taken when any pattern fits its operation or its name.
    bool takes(const std::string &op, const std::string &name);

    // Patterns that no row ever fitted.
    std::vector<std::string> unused() const;

private:
    std::vector<std::string> patterns_;
    std::vector<bool> used_;
};

// "64", "16k", "1M", "16KiB" to bytes (k and M are 1024 and 1024^2). Throws UsageError.
std::size_t parse_size(const std::string &text);

// The largest size that parse_size takes.
inline constexpr std::size_t largest_size = std::size_t{256} << 20;

// 64 -> "64 B", 1024 -> "1 KiB", 1000000 -> "1000000 B".
std::string format_size(std::size_t bytes);

}  // namespace og::bench
