// SPDX-License-Identifier: MIT
// What the fuzz targets share: findings, kernels chosen by the input, messages, files in memory.
#pragma once

#include <check/rng.hpp>
#include <oldguard/oldguard.h>

#include <fuzzer/FuzzedDataProvider.h>

#include <cstdint>
#include <initializer_list>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

namespace og::fuzz {

using Input = FuzzedDataProvider;
using Bytes = std::vector<std::uint8_t>;

// Prints what is wrong and aborts unless it holds: libFuzzer takes that for a finding.
void expect(bool holds, const char *what, std::source_location where = std::source_location::current());

// Forces, for each operation of the families ("sha1.", "des"), one of the kernels that can run
// here, or none. The input decides. The choice holds until the next call with the same families.
void choose_kernels(Input &input, std::initializer_list<std::string_view> families);

// The policy OG_POLICY_CONSTANT_TIME while it lives, if it is on. No kernel is forced then.
class ConstantTime {
public:
    explicit ConstantTime(bool on);
    ~ConstantTime();
    ConstantTime(const ConstantTime &) = delete;
    ConstantTime &operator=(const ConstantTime &) = delete;

private:
    bool on_;
};

// Returns a message of at most `most` bytes whose bytes come from a few of the input's.
Bytes take_message(Input &input, std::size_t most);

// Returns exactly `size` bytes. Those that the input lacks are zeros.
Bytes take_bytes(Input &input, std::size_t size);

// Returns the random numbers that a seed from the input gives, where the values hardly matter.
check::Rng take_random(Input &input);

// Returns lengths whose sum is `size`, each a multiple of `unit`.
std::vector<std::size_t> take_parts(Input &input, std::size_t size, std::size_t unit = 1);

// Returns a text of arbitrary bytes, or one that is made of these words and a few bytes between them.
std::string take_text(Input &input, const std::vector<std::string> &words);

// Memory that ends where a page begins that nothing may touch. Code without sanitizers, as in the
// assembly kernels, faults when it goes beyond the end.
class Edge {
public:
    explicit Edge(std::size_t most);
    ~Edge();
    Edge(const Edge &) = delete;
    Edge &operator=(const Edge &) = delete;

    // Returns the last bytes of the memory, which become a copy of these.
    std::uint8_t *hold(const Bytes &bytes);

private:
    std::uint8_t *memory_;
    std::size_t size_;
};

// A file in memory, for code that takes names of files.
class MemoryFile {
public:
    MemoryFile();
    ~MemoryFile();
    MemoryFile(const MemoryFile &) = delete;
    MemoryFile &operator=(const MemoryFile &) = delete;

    void write(std::string_view text);  // replaces what was there
    std::string read() const;
    std::string name() const;
    int descriptor() const { return fd_; }

private:
    int fd_;
};

}  // namespace og::fuzz
