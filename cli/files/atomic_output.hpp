// SPDX-License-Identifier: MIT
// Output that appears complete or not at all.
#pragma once

#include "sink.hpp"
#include "temporary_file.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <sys/stat.h>

namespace og::cli {

// Writes to a temporary file, which takes the target's place in commit(): whatever goes wrong
// before, the target is untouched and nothing else is left (temporary_file.hpp names the
// exceptions). The new file gets the permissions of the one it replaces, and its owner where the
// system allows. A symbolic link is followed. Standard output ("-" or any name of it), devices and
// pipes cannot be taken back: they are written as the data come. At most one lives at a time.
class AtomicOutput final : public Sink {
public:
    // The new file gives no permission to read or write that is not in `most`. Check ok() before
    // anything else.
    explicit AtomicOutput(const std::string &name, const Permissions &most = {});
    ~AtomicOutput() override;
    AtomicOutput(const AtomicOutput &) = delete;
    AtomicOutput &operator=(const AtomicOutput &) = delete;

    bool ok() const { return error_.empty(); }
    std::string complaint() const override;  // about the call that failed last

    // Whether what is written can still be taken back.
    bool undoable() const { return temporary_.has_value(); }

    // What to add to a message of failure: that data have left already; "" when none have.
    std::string too_late() const;

    bool write(const void *data, std::size_t size) override;

    // Makes the data durable and puts them in place.
    bool commit();

private:
    void open_existing(const std::string &name, bool is_link);
    void open_temporary(mode_t mode);
    bool fail(int error);

    std::string name_, target_, error_;
    std::optional<TemporaryFile> temporary_;
    int fd_ = -1;  // of what cannot be taken back
    Permissions most_;
    mode_t mode_ = 0;
    uid_t owner_ = static_cast<uid_t>(-1);
    gid_t group_ = static_cast<gid_t>(-1);
    std::uint64_t written_ = 0;
};

}  // namespace og::cli
