// SPDX-License-Identifier: MIT
// A file, or standard input, read with read(2): a mapping would turn a file that is cut short while
// it is read into a SIGBUS.
#pragma once

#include "permissions.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>

namespace og::cli {

class Input {
public:
    // Opens a file; "-" is standard input. Check ok() before anything else.
    explicit Input(const std::string &name);
    ~Input();
    Input(const Input &) = delete;
    Input &operator=(const Input &) = delete;

    bool ok() const { return fd_ >= 0; }
    int fd() const { return fd_; }
    int error() const { return error_; }  // errno of the call that failed last

    // Up to size bytes, at least one before the end; 0 at the end, -1 on an error.
    ssize_t read(void *buffer, std::size_t size);

    // As many bytes as the buffer takes, fewer only at the end; -1 on an error.
    ssize_t fill(void *buffer, std::size_t size);

    // The present size in bytes of a regular file; nothing for a pipe, a device, a directory.
    std::optional<std::uint64_t> regular_size() const;

    // The file's size in bytes where it has one that can be told, else 0.
    std::uint64_t size() const { return regular_size().value_or(0); }

    // The permissions of a file or a disk. All of them for a pipe or a terminal, which have none
    // that say who may know the data.
    Permissions permissions() const;

    // Tells the system to read far ahead.
    void will_be_long();

    // Lets interrupt() work from now on.
    void may_be_interrupted();

    // Ends a read that waits for a pipe or a device, with ECANCELED, and all that come later. Any
    // thread may call this. What a regular file has is at hand: its reads are left to end.
    void interrupt();

private:
    bool wait();

    int fd_;
    int interrupted_ = -1;  // becomes readable then
    int error_ = 0;
};

}  // namespace og::cli
