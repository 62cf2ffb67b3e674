// SPDX-License-Identifier: MIT
// Helpers of the API tests: NIST's response files, forced kernels, hexadecimal text.
#pragma once

#include <check/vectors/published.hpp>
#include <check/rng.hpp>
#include <gtest/gtest.h>
#include <oldguard/oldguard.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace og::test {

using check::from_hex;
using check::Rng;
using Bytes = std::vector<std::uint8_t>;

std::string to_hex(const Bytes &bytes);
std::string to_hex(const void *bytes, std::size_t size);

// A record of a response file: the name of its section ("ENCRYPT", "L = 20") and its NAME = VALUE lines.
struct Record {
    std::string section;
    std::map<std::string, std::string> fields;

    const std::string &at(const std::string &name) const;
    bool has(const std::string &name) const { return fields.count(name) != 0; }
    Bytes bytes(const std::string &name) const { return from_hex(at(name)); }
};

// Returns the records of a file. A line with the name `first` (COUNT, Len, Msg) starts each. Throws if the
// file cannot be read or has no record.
std::vector<Record> read_records(const std::string &path, std::string_view first);

// Returns the path of a file of the PyPI package cryptography-vectors. Throws with instructions if it is
// missing.
std::string nist_file(const std::string &name);
// Returns the path of a file of tests/vectors.
std::string vector_file(const std::string &name);

// Returns whether a kernel of an operation can run here. Some operations have none on some processors.
bool is_served(const std::string &op);

// Returns the stems of the kernels of an operation that can run here. There must be one unless the table of
// operations names another operation that serves instead.
std::vector<std::string> stems(const std::string &op);

// Returns these stems and "" for the choice of dispatch, which changes to kernels of fewer lanes as messages
// end.
std::vector<std::string> stems_and_dispatch(const std::string &op);

// Forces a kernel during its lifetime, for all operations of a family ("sha1.", "des") that the kernel
// serves. An empty stem changes nothing.
class Forced {
public:
    Forced(const std::string &family, const std::string &stem);
    ~Forced();
    Forced(const Forced &) = delete;
    Forced &operator=(const Forced &) = delete;

private:
    std::vector<std::string> ops_;
};

// Sets the policy during its lifetime, and the default policy after it.
class Policy {
public:
    explicit Policy(og_policy policy);
    ~Policy();
    Policy(const Policy &) = delete;
    Policy &operator=(const Policy &) = delete;
};

// Sets a measured order and keeps its mistake. Restores the default order.
class Order {
public:
    explicit Order(const std::string &text);
    ~Order();
    Order(const Order &) = delete;
    Order &operator=(const Order &) = delete;
    int status;
    char why[200] = "";
};

// Returns random lengths, possibly 0, that sum to size bytes.
std::vector<std::size_t> random_split(std::size_t size, Rng &rng);

}  // namespace og::test
