// SPDX-License-Identifier: MIT
// Calls of the API with secrets that memcheck takes for unknown.
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

// The policy leaves no kernel for what a part calls.
struct Refused {};

// A call has another status than it should.
struct Unexpected : std::runtime_error {
    using runtime_error::runtime_error;
};

// Holds the data of one run of a part. Every run of a part gets the same bytes.
class Call {
public:
    // unknown: memcheck takes secrets for undefined. leaky: the caller branches on every result,
    // which it may not.
    Call(bool unknown, bool leaky) : unknown_(unknown), leaky_(leaky) {}

    // Returns random bytes. The bits of `known` are 1, and known to memcheck.
    std::uint8_t *secret(std::size_t size, std::uint8_t known = 0);

    // Returns zeros, to be written over.
    std::uint8_t *room(std::size_t size);

    // Expects a status. Statuses are public.
    void expect(int status, int wanted = OG_OK);

    // Takes what a function has written: it is compared between runs and, from here on, public.
    void result(const void *data, std::size_t size);

    // Expects a context, or another object, that was wiped.
    void wiped(const void *data, std::size_t size);

    const Bytes &results() const { return results_; }

private:
    bool unknown_, leaky_;
    check::Rng rng_{1};
    std::deque<Bytes> storage_;
    Bytes results_;
};

// What is claimed of the time of a part.
enum class Claim {
    independent,  // of all secrets
    refused,      // nothing can be: the policy leaves no kernel
    dependent     // on secrets, under every policy, as the header says
};

// Functions of the API that belong together.
struct Part {
    std::string functions;
    std::vector<std::string> operations;  // whose kernels do the work
    Claim claim;
    void (*run)(Call &);
};

// A verdict on secrets is public, but memcheck does not know that. It must complain of several secrets
// as often as of one: nothing but the verdict on all of them is branched on.
struct Verdict {
    std::string functions;
    void (*on_one)(Call &);
    void (*on_several)(Call &);
};

std::vector<Part> hash_parts();
std::vector<Part> des_parts();
std::vector<Verdict> des_verdicts();

}  // namespace og::memcheck
