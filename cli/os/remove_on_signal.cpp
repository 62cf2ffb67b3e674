// SPDX-License-Identifier: MIT
#include "remove_on_signal.hpp"

#include "file.hpp"
#include "signals.hpp"

#include <cstring>

namespace og::os {
namespace {

// The path of the registered file, or "". A signal handler can read it. No system has a longer path.
char to_remove[32 * 1024];

}  // namespace

void remove_on_signal(const std::string &path) {
    if (path.size() >= sizeof to_remove) return;
    std::memcpy(to_remove, path.c_str(), path.size() + 1);
    if (!path.empty()) before_fatal_signals(remove_at_once);
}

void remove_at_once() {
    if (to_remove[0] != '\0') unlink(to_remove);
}

}  // namespace og::os
