// SPDX-License-Identifier: MIT
#include "files/rotational.hpp"

namespace og::cli {

bool rotational(os::Device) { return false; }

}  // namespace og::cli
