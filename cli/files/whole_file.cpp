// SPDX-License-Identifier: MIT
#include "whole_file.hpp"

#include "atomic_output.hpp"
#include "os/file.hpp"
#include "text/messages.hpp"

#include <cerrno>

namespace og::cli {

bool can_write_file(std::string_view command, const std::string &name) {
    os::Status status;
    if (os::stat(name.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
        // Opening and closing a pipe would signal the end of the data to its reader.
        if (os::access(name.c_str(), W_OK) == 0) return true;
        complain_errno(command, name, errno);
        return false;
    }
    const AtomicOutput out(name);  // removes its temporary file when it is destroyed
    if (!out.ok()) complain(command, out.complaint());
    return out.ok();
}

bool write_file(std::string_view command, const std::string &name, std::string_view text) {
    AtomicOutput out(name);
    if (out.ok() && out.write(text.data(), text.size()) && out.commit()) return true;
    complain(command, out.complaint());
    return false;
}

std::string read_whole_file(const char *name, std::size_t most, std::string &text) {
    const int fd =
        os::open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // does not wait for the writer of a pipe
    if (fd < 0) return std::strerror(errno);
    os::Status status;
    std::string wrong;
    ssize_t got = os::fstat(fd, &status);
    if (got == 0 && !S_ISREG(status.st_mode)) wrong = "not a regular file";
    char part[4096];
    while (got >= 0 && wrong.empty() && (got = os::read(fd, part, sizeof part)) != 0) {
        if (got < 0 && errno == EINTR) got = 0;
        text.append(part, static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (text.size() > most) wrong = fmt::format("larger than {} bytes", most);
    }
    if (got < 0) wrong = std::strerror(errno);
    os::close(fd);
    return wrong;
}

}  // namespace og::cli
