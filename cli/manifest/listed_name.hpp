// SPDX-License-Identifier: MIT
// Names of files in manifests, and the rules that keep them inside the folder.
#pragma once

#include "manifest.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

// A listed name in two parts. Both refer to the text or to `changed`.
struct ListedName {
    std::string_view prefix;  // "./" or the absolute path of the folder; not part of the file's name
    std::string_view name;    // relative to the folder; no component is empty or "."
    std::string changed;      // the name, if the manifest has it in another form

    ListedName() = default;
    ListedName(const ListedName &) = delete;
    ListedName &operator=(const ListedName &) = delete;
};

// Absolute paths of one folder without a slash at the end, the longest first.
using Roots = std::vector<std::string>;

// Returns the real path of an existing folder and the path as given, which may have symbolic links. Returns
// nothing with errno after an error.
Roots roots_of(const std::string &folder);

// Splits a name. An absolute name must be below one of `roots`. Returns "" or the reason why the name is
// refused: it is empty, contains a NUL, leaves the folder or is the name of a folder.
std::string split_name(std::string_view text, const Roots &roots, ListedName &listed);

// Adds the entry of a line. Returns "" or the reason why the name is refused. Sets `entry`, if it is not
// refused. A name that is listed already is refused, with the line where it is.
std::string add_entry(Manifest &manifest, std::string_view text, const Roots &roots, std::uint32_t line,
                      ManifestEntry *&entry);

// Returns the reason that refuses a second entry of a name.
std::string listed_twice(const ManifestEntry &first);

}  // namespace og::cli
