// SPDX-License-Identifier: MIT
// Calls the API with secrets that are marked undefined for memcheck.
#pragma once

#include <check/rng.hpp>
#include <oldguard/oldguard.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

namespace og::memcheck {

using Bytes = std::vector<std::uint8_t>;

// Thrown if the policy leaves no kernel for a function of a part.
struct Refused {};

// Thrown if a call returns an unexpected status.
struct Unexpected : std::runtime_error {
    using runtime_error::runtime_error;
};

// Holds the data of one run of a part. Every run of a part has the same bytes.
class Call {
public:
    // unknown: marks secrets as undefined. leaky: the caller branches on every result, which memcheck must
    // report.
    Call(bool unknown, bool leaky) : unknown_(unknown), leaky_(leaky) {}

    // Returns random bytes. The bits that `known` selects are 1 in each byte and are marked defined.
    std::uint8_t *secret(std::size_t size, std::uint8_t known = 0);

    // Returns these bytes, marked undefined.
    std::uint8_t *as_secret(const Bytes &bytes);

    // Returns a buffer of zeros.
    std::uint8_t *room(std::size_t size);

    // Throws Refused or Unexpected if a status is not the wanted one. Statuses are public.
    void expect(int status, int wanted = OG_OK);

    // Records the output of a function for comparison between runs, and marks it defined.
    void result(const void *data, std::size_t size);

    // Throws Unexpected if an object such as a context was not wiped.
    void wiped(const void *data, std::size_t size);

    const Bytes &results() const { return results_; }

private:
    bool unknown_, leaky_;
    check::Rng rng_{1};
    std::deque<Bytes> storage_;
    Bytes results_;
};

// The claim about the time of a part.
enum class Claim {
    independent,  // does not depend on secrets
    refused,      // no claim, because the policy leaves no kernel
    dependent     // depends on secrets under every policy, as the header says
};

// A group of functions of the API.
struct Part {
    std::string functions;
    std::vector<std::string> operations;  // the operations whose kernels do the work
    Claim claim;
    void (*run)(Call &);
};

// A verdict on secrets, which is public but which memcheck does not know to be. memcheck must report several
// secrets as often as one: the code may branch only on the verdict for all of them.
struct Verdict {
    std::string functions;
    void (*on_one)(Call &);
    void (*on_several)(Call &);
};

std::vector<Part> hash_parts();
std::vector<Verdict> hash_verdicts();
std::vector<Part> des_parts();
std::vector<Verdict> des_verdicts();

}  // namespace og::memcheck
