// SPDX-License-Identifier: MIT
// A file through a DES context in constant memory, with padding.
#pragma once

#include "atomic_output.hpp"
#include "des_options.hpp"
#include "input.hpp"
#include "secret.hpp"

namespace og::cli {

// Encrypts or decrypts all of input into output, which is not committed. False, with the reason
// printed, when data could not be read or written, or are no whole blocks or badly padded.
bool stream_des(const DesOptions &options, const DesJob &job, DesContext &des, Input &input,
                AtomicOutput &output);

}  // namespace og::cli
