// SPDX-License-Identifier: MIT
// A new file that has no name until all of it is there.
#pragma once

#include "permissions.hpp"

#include <functional>
#include <string>
#include <sys/types.h>

namespace og::cli {

// Made in the directory of the target, whose name it gets in publish(), and readable by its owner
// alone. It has no name before (O_TMPFILE), so nothing of it is left however the process ends.
// Where the file system or a missing /proc does not allow that, it is .oldguard-XXXXXXXXXXXXXXXX;
// then SIGKILL and a power cut leave it. At most one lives at a time. Every function that fails
// sets errno.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string &target);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile &) = delete;
    TemporaryFile &operator=(const TemporaryFile &) = delete;

    int fd() const { return fd_; }  // -1 where none could be made

    // Returns a path by which it can be opened once more.
    std::string path() const;

    // Opens it once more for reading alone and closes what can write, before settle() or after.
    // The new descriptor is at the start of the file.
    bool end_writing();

    // Sets its mode and, where the system allows, its owner and group, and brings it to the disk.
    // The mode is narrowed to what both give the group that the file has then. It has no access
    // control list.
    bool settle(mode_t mode, uid_t owner, gid_t group, const Permissions &most = {});

    // Gives it the target's name. A file of that name is replaced, or the error EEXIST. The error
    // ESTALE says that another file has the name of this one, or none.
    bool publish(bool replace);

private:
    bool take_new_name(const std::function<bool(const char *)> &take);
    bool drop_name();
    void forget_name();
    bool open_unnamed();
    void open_named();
    bool has_its_name() const;

    std::string target_, name_;  // no name: ""
    int fd_ = -1;
};

}  // namespace og::cli
