// SPDX-License-Identifier: MIT
// Reads a file or standard input with read(2). A memory mapping would cause SIGBUS if the file is truncated
// meanwhile.
#pragma once

#include "os/wakeup.hpp"
#include "permissions.hpp"
#include "byte_source.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>

namespace og::cli {

class Input final : public ByteSource {
public:
    // Opens a file; "-" is standard input. Check ok() before anything else.
    explicit Input(const std::string &name);

    // Opens a file that belongs to an archive, in the open folder of it. It must be a regular file, and no
    // symbolic link. Does not wait for the writer of a pipe.
    Input(int folder, const char *name);
    ~Input() override;
    Input(const Input &) = delete;
    Input &operator=(const Input &) = delete;

    bool ok() const { return fd_ >= 0; }
    int fd() const { return fd_; }
    int error() const { return error_; }  // errno of the last call that failed

    std::string why() const override;  // the reason of the last call that failed

    // Reads 1 to size bytes. Returns their number, 0 at the end and -1 after an error.
    ssize_t read(void *buffer, std::size_t size);

    ssize_t fill(void *buffer, std::size_t size) override;

    // Reads the same, and lets the next calls read the bytes again. Call it before any other read.
    ssize_t peek(void *buffer, std::size_t size);

    // Returns the current size of a regular file in bytes, or nothing for a pipe, device or directory.
    std::optional<std::uint64_t> regular_size() const;

    // Returns the same, with 0 for nothing.
    std::uint64_t size() const { return regular_size().value_or(0); }

    // Returns the permissions of a file or block device. For a pipe or a terminal it returns all permissions,
    // because the permissions of these do not restrict who may read the data.
    Permissions permissions() const;

    // Advises the system to read far ahead.
    void will_be_long();

    void may_be_interrupted() override;
    void interrupt() override;

private:
    int fd_;
    int error_ = 0;
    std::string ahead_;  // bytes that peek() read
    bool is_regular_ = true;
    std::optional<os::Wakeup> interrupted_;
};

}  // namespace og::cli
