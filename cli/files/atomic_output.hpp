// SPDX-License-Identifier: MIT
// Writes an output file completely or not at all.
#pragma once

#include "sink.hpp"
#include "temporary_file.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace og::cli {

// Writes to a temporary file, which replaces the target in commit(). After an error before that, the target
// is unchanged and no other file is left (temporary_file.hpp lists the exceptions). The new file gets the
// permissions of the file that it replaces, and its owner if the system allows. A symbolic link is followed.
// Standard output ("-" or any other name of it), devices and pipes are written directly, which cannot be
// undone. At most one object exists at a time.
class AtomicOutput final : public Sink {
public:
    // Opens the output. The new file has no read or write permission that `most` does not have. Check ok()
    // before anything else.
    explicit AtomicOutput(const std::string &name, const Permissions &most = {});
    ~AtomicOutput() override;
    AtomicOutput(const AtomicOutput &) = delete;
    AtomicOutput &operator=(const AtomicOutput &) = delete;

    bool ok() const { return error_.empty(); }
    std::string complaint() const override;  // message about the last call that failed

    // Returns whether the output can still be undone.
    bool undoable() const { return temporary_.has_value(); }

    // Returns the descriptor that is written to, of the temporary file if there is one.
    int fd() const { return temporary_ ? temporary_->fd() : fd_; }

    // Returns the end of an error message: that data were already written and cannot be undone, or "".
    std::string too_late() const;

    bool write(const void *data, std::size_t size) override;

    // Flushes the data to the disk and replaces the target.
    bool commit();

private:
    void open_existing(const std::string &name, bool is_link);
    void open_temporary(os::Mode mode);
    bool fail(int error);

    std::string name_, target_, error_;
    std::optional<TemporaryFile> temporary_;
    int fd_ = -1;  // of an output that is written directly
    Permissions most_;
    os::Mode mode_ = 0;
    os::User owner_ = static_cast<os::User>(-1);
    os::Group group_ = static_cast<os::Group>(-1);
    std::uint64_t written_ = 0;
};

}  // namespace og::cli
