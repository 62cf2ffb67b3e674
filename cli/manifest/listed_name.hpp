// SPDX-License-Identifier: MIT
// Names of files in manifests, and the rules that keep them inside the folder.
#pragma once

#include "manifest.hpp"

#include <string>
#include <string_view>

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

// Splits a name. An absolute name must be below `root`, if that is not "". Returns "" or the reason why the
// name is refused: it is empty, contains a NUL, leaves the folder or is the name of a folder.
std::string split_name(std::string_view text, std::string_view root, ListedName &listed);

// Adds the entry of a line. Returns "" or the reason why the name is refused. Sets `entry`, if it is not
// refused. A name that is listed already is refused, with the line where it is.
std::string add_entry(Manifest &manifest, std::string_view text, std::string_view root, std::uint32_t line,
                      ManifestEntry *&entry);

// Returns the reason that refuses a second entry of a name.
std::string listed_twice(const ManifestEntry &first);

}  // namespace og::cli
