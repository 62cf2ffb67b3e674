// SPDX-License-Identifier: MIT
// The form of an encrypted file: ciphertext alone, an IV before it, or a format with a key of its own.
#pragma once

#include "des_stream.hpp"
#include "files/input.hpp"

#include <memory>
#include <span>

namespace og::cli {

class Container {
public:
    virtual ~Container() = default;

    // Prepares to open these files, in any order, so that what each of them needs can be done at once.
    virtual void prepare(std::span<const std::string>) {}

    // Reads what precedes the ciphertext of an input, which messages call `name`. Sets the key and the IV of
    // work as far as the file determines them. Sets `inner` to the ciphertext unless it is the rest of the
    // input. Returns "" or an error message that begins with the name.
    virtual std::string open(Input &input, const std::string &name, DesWork &work,
                             std::unique_ptr<ByteSource> &inner) = 0;

    // Writes what precedes the ciphertext, and sets the key and the IV of work as open() does. Sets `outer`
    // to what takes the ciphertext unless it is the output itself. Returns "" or an error message.
    virtual std::string begin(DesWork &work, Sink &output, std::unique_ptr<Sink> &outer) = 0;
};

}  // namespace og::cli
