// SPDX-License-Identifier: MIT
// What holds for the entries of every manifest, whatever its reader is.
#pragma once

#include "fuzz.hpp"

#include <cli/manifest/manifest.hpp>

#include <set>

namespace og::fuzz {

// Checks that each name is plain, stays in the folder, is listed once and can be found.
inline void check_entries(const cli::Manifest &manifest) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < manifest.size(); i++) {
        const std::string_view name = manifest[i].name;
        expect(!name.empty() && name.find('\0') == std::string_view::npos, "a name that no file has");
        const std::string path = "/" + std::string(name) + "/";
        for (const char *part : {"//", "/./", "/../"})
            expect(path.find(part) == std::string::npos, "a path that is not plain");
        expect(names.insert(name).second, "a name that is listed twice");
        expect(manifest.index_of(name) == i, "the index of a name");
    }
}

}  // namespace og::fuzz
