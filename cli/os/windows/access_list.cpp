// SPDX-License-Identifier: MIT
#include "os/access_list.hpp"

namespace og::os {

std::optional<Mode> permissions_by_list(int) { return std::nullopt; }

bool remove_access_list(int) { return true; }

}  // namespace og::os
