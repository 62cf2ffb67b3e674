// SPDX-License-Identifier: MIT
// Names of files in manifests, and the rules that keep them inside the folder.
#pragma once

#include "manifest.hpp"

#include <array>
#include <optional>
#include <functional>
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

// How names in a list become names of files.
struct NameRules {
    Roots roots{};               // the folder of the files; empty without one
    bool anywhere = false;       // take every name as it is, as sha1sum does: absolute, or above the folder
    bool backslashes = false;    // they separate the components, as on Windows
    std::string strip_prefix{};  // removed from the start of names that begin with it
};

// Returns a name after `backslashes` and `strip_prefix`.
std::string renamed(std::string_view name, const NameRules &rules);

// Splits a name. An absolute name must be below one of the roots. Returns "" or the reason why the name is
// refused: it is empty, contains a NUL, leaves the folder or is the name of a folder.
std::string split_name(std::string_view text, const NameRules &rules, ListedName &listed);

// What a line says about a file.
struct ListedContent {
    std::optional<std::uint64_t> size{};
    std::array<const std::uint8_t *, hashes.size()> digests{};  // NULL: none
};

// Adds the entry of a line, or to an earlier entry of the name what that has not. Returns "" or the reason
// why the line is refused: the name, or an earlier line that says something else. Sets `entry`, or sets it to
// NULL and counts the line if it says nothing new.
std::string add_entry(Manifest &manifest, std::string_view text, const NameRules &rules, std::uint32_t line,
                      const ListedContent &content, ManifestEntry *&entry);

// The listed names that no file has, and that have more than the name of a file: blanks or quotation marks
// around it, a column of the list before it, or the mode of shasum(1).
struct NamesWithMore {
    std::uint64_t count = 0;
    std::string first, first_file;

    // Counts a name if a part of it is the name of a file.
    void add(std::string_view name, const std::function<bool(const std::string &)> &is_there);

    // Returns what is said about them.
    std::string message() const;
};

}  // namespace og::cli
