// SPDX-License-Identifier: MIT
// A new file that gets its name when it is complete.
#pragma once

#include "permissions.hpp"

#include <functional>
#include <string>

namespace og::cli {

// A file in the directory of the target, readable by its owner only, which gets the name of the target in
// publish(). Before that it has no name (O_TMPFILE), so nothing is left however the process ends. If the file
// system does not support this or /proc is missing, its name is .oldguard-XXXXXXXXXXXXXXXX, and SIGKILL or a
// power failure leaves it. At most one object exists at a time. Every function that fails sets errno.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string &target);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile &) = delete;
    TemporaryFile &operator=(const TemporaryFile &) = delete;

    int fd() const { return fd_; }  // -1 if the file could not be created

    // Returns a path that opens the file again.
    std::string path() const;

    // Replaces the descriptor by one that can only read, at the start of the file. May be called before or
    // after settle().
    bool end_writing();

    // Sets the mode and, if the system allows, the owner and group, removes the access control list and
    // flushes the file to the disk. The mode is restricted to the permissions in `most`, for the group that
    // the file then has.
    bool settle(os::Mode mode, os::User owner, os::Group group, const Permissions &most = {});

    // Gives the file the name of the target. An existing file is replaced, or without `replace` the error is
    // EEXIST. The error ESTALE means that the temporary name was removed or belongs to another file.
    bool publish(bool replace);

private:
    bool take_new_name(const std::function<bool(const char *)> &create);
    bool drop_name();
    void forget_name();
    bool open_unnamed();
    void open_named();
    bool has_its_name() const;

    std::string target_, name_;  // name_ is "" if the file has no name
    int fd_ = -1;
};

}  // namespace og::cli
