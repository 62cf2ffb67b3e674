// SPDX-License-Identifier: MIT
// Interface of an output that receives bytes in order.
#pragma once

#include <cstddef>
#include <string>

namespace og::cli {

class Sink {
public:
    virtual ~Sink() = default;

    // Writes all of the bytes. Returns false after an error.
    virtual bool write(const void *data, std::size_t size) = 0;

    // Writes what is held back until the last byte is known. Returns false after an error.
    virtual bool finish() { return true; }

    // Returns the error message of the last failure: one line that names the file.
    virtual std::string complaint() const = 0;
};

}  // namespace og::cli
