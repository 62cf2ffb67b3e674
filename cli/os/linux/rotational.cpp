// SPDX-License-Identifier: MIT
#include "os/rotational.hpp"

#include <climits>
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace og::os {
namespace {

// Returns whether a virtual machine's disk has this number. Most of them say that they rotate, whatever they
// are stored on.
bool is_virtual(Device device) {
    char target[PATH_MAX];
    const auto link = fmt::format("/sys/dev/block/{}:{}", major(device), minor(device));
    const ssize_t size = readlink(link.c_str(), target, sizeof target);
    if (size <= 0) return false;
    const std::string_view path(target, static_cast<std::size_t>(size));
    return path.find("/virtio") != std::string_view::npos || path.find("/vbd-") != std::string_view::npos;
}

}  // namespace

bool rotational(Device device) {
    if (is_virtual(device)) return false;
    // The second path is that of a partition, whose disk has the queue.
    for (const char *queue : {"queue", "../queue"}) {
        const auto path =
            fmt::format("/sys/dev/block/{}:{}/{}/rotational", major(device), minor(device), queue);
        const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (fd < 0) continue;
        char value = '0';
        const bool known = read(fd, &value, 1) == 1;
        close(fd);
        if (known) return value == '1';
    }
    return false;
}

}  // namespace og::os
