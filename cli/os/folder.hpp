// SPDX-License-Identifier: MIT
// The entries of an open folder.
#pragma once

#include <functional>

namespace og::os {

enum class EntryType : unsigned char { unknown, file, folder, other };

// Passes the name and the type of each entry except "." and ".." to `take`, in no order. A symbolic link is
// `other`. Returns false with errno after an error.
bool list_folder(int folder, const std::function<void(const char *name, EntryType type)> &take);

}  // namespace og::os
