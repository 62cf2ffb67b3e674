// SPDX-License-Identifier: MIT
// Finds out whether a disk rotates.
#pragma once

#include "file.hpp"

namespace og::os {

// Returns whether the file system of `device` (st_dev) is on a disk that rotates. Returns false if the system
// does not know, for example for a file system of several disks or of another machine, and for the disks of
// virtual machines.
bool rotational(Device device);

}  // namespace og::os
