// SPDX-License-Identifier: MIT
// Runs a cipher through EVP as a plan says, and records each result.
#pragma once

#include <array>
#include <ostream>

#include "support.hpp"

namespace og::test {

// All but DES3-WRAP, whose output is random.
inline constexpr std::array<const char *, 17> all_ciphers = {
    "DES-ECB",      "DES-CBC",      "DES-OFB",       "DES-CFB",       "DES-CFB1",     "DES-CFB8",
    "DES-EDE-ECB",  "DES-EDE-CBC",  "DES-EDE-OFB",   "DES-EDE-CFB",   "DES-EDE3-ECB", "DES-EDE3-CBC",
    "DES-EDE3-OFB", "DES-EDE3-CFB", "DES-EDE3-CFB8", "DES-EDE3-CFB1", "DESX-CBC"};

// In which calls the key and the IV are set.
enum class Order { together, key_then_iv, iv_then_key, no_iv };

// A second message in the same context.
struct Again {
    bool key, iv, turn;
};

struct Plan {
    bool encrypt = true;
    bool padding = true;
    Bytes data = {};
    std::size_t piece = 1;  // bytes of each update
    Order order = Order::together;
    int num = -1;                   // the position to start at, or -1
    bool positions = false;         // records IV and position after each update
    bool copy = false;              // continues in a copy after the first update
    std::vector<Again> again = {};  // further messages with the same data
};

struct Record {
    Bytes out;
    std::vector<int> results;  // what each call returned and how many bytes it wrote
    unsigned long error = 0;   // the first in the queue
    bool operator==(const Record &) const = default;
};

Record run(const EVP_CIPHER *cipher, const Plan &plan);

std::ostream &operator<<(std::ostream &to, const Plan &plan);
std::ostream &operator<<(std::ostream &to, const Record &record);

}  // namespace og::test
