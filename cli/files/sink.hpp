// SPDX-License-Identifier: MIT
// Where the bytes of a long job go, in order.
#pragma once

#include <cstddef>
#include <string>

namespace og::cli {

class Sink {
public:
    virtual ~Sink() = default;

    // All of the bytes; false after an error.
    virtual bool write(const void *data, std::size_t size) = 0;

    // What the error was, and of which file: one line for the user.
    virtual std::string complaint() const = 0;
};

}  // namespace og::cli
