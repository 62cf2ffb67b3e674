// SPDX-License-Identifier: MIT
#include "bagit_names.hpp"

#include <algorithm>

namespace og::cli {

std::string percent_decoded(std::string_view name, bool line_ends_only) {
    std::string decoded;
    for (std::size_t at = 0; at < name.size(); at++) {
        const std::string_view code = name.substr(at, 3);
        char c = name[at];
        if (code == "%0A" || code == "%0a")
            c = '\n';
        else if (code == "%0D" || code == "%0d")
            c = '\r';
        else if (code != "%25" || line_ends_only) {
            decoded += c;
            continue;
        }
        decoded += c;
        at += 2;
    }
    return decoded;
}

std::vector<std::string> possible_names(std::string_view text, bool version_1) {
    std::vector<std::string> names{std::string(text)};
    if (text.find('%') == std::string_view::npos) return names;
    names.push_back(percent_decoded(text));
    if (version_1) std::swap(names[0], names[1]);
    names.push_back(percent_decoded(text, true));
    std::vector<std::string> distinct;
    for (std::string &name : names)
        if (std::find(distinct.begin(), distinct.end(), name) == distinct.end())
            distinct.push_back(std::move(name));
    return distinct;
}

}  // namespace og::cli
