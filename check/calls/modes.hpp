// SPDX-License-Identifier: MIT
// The state of a processor beside registers and memory that a function must preserve or leave in a certain
// state: flags, control registers and, on x86, the x87 stack and the upper halves of vector registers.
#pragma once

#include "call.hpp"
#include "stub.h"

#include <cstdio>
#include <string>

namespace og::check {

// Detects what the processor has, once for a record.
void detect_modes(og_stub_frame &frame);

// Sets the state before a call.
void set_modes(og_stub_frame &frame, Rng &rng, Uppers uppers);

// Verifies the state after a call.
void verify_modes(const og_stub_frame &frame, Uppers uppers, CallReport &report);

// Returns a text as printf does, of at most 255 characters.
template <typename... Args> std::string format(const char *pattern, Args... args) {
    char line[256];
    std::snprintf(line, sizeof line, pattern, args...);
    return line;
}

}  // namespace og::check
