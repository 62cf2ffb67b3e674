// SPDX-License-Identifier: MIT
#include "listing.hpp"

#include <algorithm>
#include <cstring>

namespace og::cli {

bool Listing::read(int folder) {
    const auto take = [this](const char *name, os::EntryType type) {
        order_.push_back(text_.size());
        text_.push_back(static_cast<char>(type));
        text_.insert(text_.end(), name, name + std::strlen(name) + 1);
    };
    if (!os::list_folder(folder, take)) return false;
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
        return std::strcmp(&text_[a + 1], &text_[b + 1]) < 0;  // compares bytes as unsigned
    });
    return true;
}

}  // namespace og::cli
