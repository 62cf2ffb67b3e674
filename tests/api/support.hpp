// SPDX-License-Identifier: MIT
// What the API tests share: NIST's response files, forced kernels, hex.
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

// One record of a response file: a section's name ("ENCRYPT", "L = 20") and its NAME = VALUE lines.
struct Record {
    std::string section;
    std::map<std::string, std::string> fields;

    const std::string &at(const std::string &name) const;
    bool has(const std::string &name) const { return fields.count(name) != 0; }
    Bytes bytes(const std::string &name) const { return from_hex(at(name)); }
};

// The records of a file; a line with the name `first` (COUNT, Len, Msg) begins each. Throws where
// the file cannot be read or holds none.
std::vector<Record> read_records(const std::string &path, std::string_view first);

// A file of the PyPI package cryptography-vectors. Throws, with what to do, where it is missing.
std::string nist_file(const std::string &name);
// A file of tests/vectors.
std::string vector_file(const std::string &name);

// Whether a kernel of an operation can run here: of some there is none for every processor.
bool is_served(const std::string &op);

// The stems that can run here, of the kernels that serve an operation. There must be one.
std::vector<std::string> stems(const std::string &op);

// Forces a kernel for the operations of a family ("sha1.", "des") that it serves, while it lives.
class Forced {
public:
    Forced(const std::string &family, const std::string &stem);
    ~Forced();
    Forced(const Forced &) = delete;
    Forced &operator=(const Forced &) = delete;

private:
    std::vector<std::string> ops_;
};

// Random cuts of size bytes: lengths that sum to it, zero among them.
std::vector<std::size_t> random_split(std::size_t size, Rng &rng);

}  // namespace og::test
