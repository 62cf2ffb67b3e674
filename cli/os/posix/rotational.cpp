// SPDX-License-Identifier: MIT
#include "os/rotational.hpp"

namespace og::os {

bool rotational(Device) { return false; }

}  // namespace og::os
