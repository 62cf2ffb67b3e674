// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#ifdef __APPLE__
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif
#ifndef O_PATH  // Linux and FreeBSD
#define O_PATH O_RDONLY
#endif

namespace og::os {

using Status = struct ::stat;
using Device = ::dev_t;
using Inode = ::ino_t;
using Mode = ::mode_t;
using User = ::uid_t;
using Group = ::gid_t;

using ::access;
using ::close;
using ::faccessat;
using ::fstat;
using ::fstatat;
using ::fsync;
using ::ftruncate;
using ::geteuid;
using ::lseek;
using ::lstat;
using ::open;
using ::openat;
using ::pread;
using ::read;
using ::rename;
using ::stat;
using ::unlink;
using ::write;

}  // namespace og::os
