// SPDX-License-Identifier: MIT
// Finds the files whose names have another Unicode form on the disk, such as NFD instead of NFC.
#pragma once

#include "text/keyed_hash.hpp"

#include <functional>
#include <string>
#include <unordered_map>

namespace og::cli {

class TwinFinder {
public:
    // Returns the name on the disk, or "" unless the name is absent and has a twin.
    std::string find(const std::string &name);

private:
    template <class T> using ByName = std::unordered_map<std::string, T, KeyedHash, std::equal_to<>>;

    const ByName<std::string> &entries_of(const std::string &path);

    ByName<ByName<std::string>> folders_;  // the entries of each folder by their canonical names
};

}  // namespace og::cli
