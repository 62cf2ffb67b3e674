// SPDX-License-Identifier: MIT
#include "file_state.hpp"

namespace og::cli {
namespace {

bool same_time(const timespec &a, const timespec &b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

bool same_file(const os::Status &a, const os::Status &b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool same_content(const os::Status &a, const os::Status &b) {
    return same_file(a, b) && a.st_size == b.st_size && same_time(a.st_mtim, b.st_mtim);
}

bool unchanged(const os::Status &a, const os::Status &b) {
    return same_content(a, b) && same_time(a.st_ctim, b.st_ctim);
}

}  // namespace og::cli
