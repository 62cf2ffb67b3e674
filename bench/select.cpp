// SPDX-License-Identifier: MIT
#include "select.hpp"

#include "glob.hpp"

#include <algorithm>
#include <cctype>

namespace og::bench {

Selection::Selection(std::vector<std::string> patterns)
    : patterns_(std::move(patterns)), used_(patterns_.size()) {}

bool Selection::takes(const std::string &op, const std::string &name) {
    bool taken = patterns_.empty();
    for (std::size_t i = 0; i < patterns_.size(); i++) {
        if (matches(patterns_[i], op) || matches(patterns_[i], name)) taken = used_[i] = true;
    }
    return taken;
}

std::vector<std::string> Selection::unused() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < patterns_.size(); i++)
        if (!used_[i]) names.push_back(patterns_[i]);
    return names;
}

std::size_t parse_size(const std::string &text) {
    const auto wrong = [&](const char *why) { return UsageError("'" + text + "' is not a size: " + why); };
    std::size_t i = 0, size = 0;
    for (; i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])); i++) {
        size = size * 10 + static_cast<std::size_t>(text[i] - '0');
        if (size > largest_size) throw wrong("the largest is 256M");
    }
    if (i == 0) throw wrong("a number of bytes such as 1024, 16k or 1M is needed");
    const std::string unit = text.substr(i);
    std::size_t shift = 0;
    if (unit == "k" || unit == "K" || unit == "KiB")
        shift = 10;
    else if (unit == "M" || unit == "MiB")
        shift = 20;
    else if (!unit.empty() && unit != "B")
        throw wrong("the units are k and M");
    if (size == 0) throw wrong("it must not be 0");
    if (size > largest_size >> shift) throw wrong("the largest is 256M");
    return size << shift;
}

std::string format_size(std::size_t bytes) {
    if (bytes && bytes % (1 << 20) == 0) return std::to_string(bytes >> 20) + " MiB";
    if (bytes && bytes % (1 << 10) == 0) return std::to_string(bytes >> 10) + " KiB";
    return std::to_string(bytes) + " B";
}

}  // namespace og::bench
