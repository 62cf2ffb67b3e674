// SPDX-License-Identifier: MIT
#include "file_state.hpp"

namespace og::cli {
namespace {

bool same_time(const struct timespec &a, const struct timespec &b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

bool same_file(const struct stat &a, const struct stat &b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool same_content(const struct stat &a, const struct stat &b) {
    return same_file(a, b) && a.st_size == b.st_size && same_time(a.st_mtim, b.st_mtim);
}

bool unchanged(const struct stat &a, const struct stat &b) {
    return same_content(a, b) && same_time(a.st_ctim, b.st_ctim);
}

}  // namespace og::cli
