// SPDX-License-Identifier: MIT
// The sorted entries of one folder.
#pragma once

#include "os/folder.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace og::cli {

// Keeps the names in one block of memory, because a folder may have a million entries.
class Listing {
public:
    struct Entry {
        const char *name;
        os::EntryType type;
    };

    // Reads and sorts the entries of an open folder, except "." and "..". Returns false with errno after an
    // error.
    bool read(int folder);

    std::size_t size() const { return order_.size(); }
    Entry operator[](std::size_t i) const {
        const char *entry = &text_[order_[i]];
        return {entry + 1, static_cast<os::EntryType>(*entry)};
    }

private:
    std::vector<char> text_;          // of each entry: the type, the name, a NUL
    std::vector<std::size_t> order_;  // the offsets of the entries in text_, sorted by name
};

}  // namespace og::cli
