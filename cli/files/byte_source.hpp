// SPDX-License-Identifier: MIT
// Interface of an input that delivers bytes in order.
#pragma once

#include <cstddef>
#include <string>
#include <sys/types.h>

namespace og::cli {

class ByteSource {
public:
    virtual ~ByteSource() = default;

    // Reads size bytes, or fewer at the end. Returns their number, or -1 after an error.
    virtual ssize_t fill(void *buffer, std::size_t size) = 0;

    // Returns the reason of the last error.
    virtual std::string why() const = 0;

    // Enables interrupt().
    virtual void may_be_interrupted() = 0;

    // Makes the current read of a pipe or device, and all later ones, fail with ECANCELED. Thread-safe. Reads
    // of regular files are not interrupted, because they do not wait.
    virtual void interrupt() = 0;
};

}  // namespace og::cli
