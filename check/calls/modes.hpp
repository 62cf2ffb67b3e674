// SPDX-License-Identifier: MIT
// The state of a processor beside registers and memory that a function must preserve or leave in a certain
// state: flags, control registers and, on x86, the x87 stack and the upper halves of vector registers.
#pragma once

#include "call.hpp"
#include "stub.h"

#include <cstdio>
#include <string>

namespace og::check {

// x86: returns whether the processor reports correctly that the upper halves of the vector registers are in
// use. If it does not, a kernel is not seen to leave an upper half that is in use and zero.
bool reports_uppers_in_use();

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
