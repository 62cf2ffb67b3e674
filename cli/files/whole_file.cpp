// SPDX-License-Identifier: MIT
#include "whole_file.hpp"

#include "atomic_output.hpp"
#include "text/messages.hpp"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace og::cli {

bool can_write_file(std::string_view command, const std::string &name) {
    struct stat status;
    if (stat(name.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
        // Opening a pipe or a device and closing it again would end whoever reads from it.
        if (access(name.c_str(), W_OK) == 0)
            return true;
        complain_errno(command, name, errno);
        return false;
    }
    const AtomicOutput out(name);  // its temporary file goes with it
    if (!out.ok())
        complain(command, out.complaint());
    return out.ok();
}

bool write_file(std::string_view command, const std::string &name, std::string_view text) {
    AtomicOutput out(name);
    if (out.ok() && out.write(text.data(), text.size()) && out.commit())
        return true;
    complain(command, out.complaint());
    return false;
}

}  // namespace og::cli
