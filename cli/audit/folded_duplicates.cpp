// SPDX-License-Identifier: MIT
#include "folded_duplicates.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace og::cli {
namespace {

// Returns the size of the whole components that two paths have in common at their ends, with the slash
// before. The first one keeps a component.
std::size_t common_end(std::string_view a, std::string_view b) {
    std::size_t end = 0, size = 0;
    while (size < a.size() && size < b.size() && a[a.size() - 1 - size] == b[b.size() - 1 - size]) {
        size++;
        if (a[a.size() - size] == '/') end = size;
    }
    // All of the second one may be the end of the first one.
    if (size == b.size() && size < a.size() && a[a.size() - 1 - size] == '/') end = size + 1;
    return end;
}

// Returns the names of the files that are there, sorted.
std::vector<std::string_view> files_there(const Manifest &manifest, const Findings &findings) {
    std::vector<std::string_view> names;
    for (std::uint32_t i = 0; i < findings.listed.size(); i++)
        if (const Status status = findings.listed[i].status;
            status != Status::missing && status != Status::moved)
            names.push_back(manifest[i].name);
    for (const Unlisted &file : findings.unlisted) names.push_back(file.name);
    std::ranges::sort(names);
    return names;
}

}  // namespace

std::map<std::uint32_t, std::shared_ptr<FoldedFolder>> folded_duplicates(const Manifest &manifest,
                                                                         const Findings &findings) {
    std::map<std::pair<std::string, std::string>, std::vector<std::uint32_t>> groups;
    for (std::uint32_t i = 0; i < findings.unlisted.size(); i++) {
        const Unlisted &file = findings.unlisted[i];
        if (file.status != Status::duplicate || file.attacked) continue;
        const std::string_view name = file.name, original = manifest[file.of].name;
        const std::size_t end = common_end(name, original);
        if (end == 0) continue;
        const std::size_t above = original.size() - std::min(end, original.size());
        groups[{std::string(name.substr(0, name.size() - end)) + '/',
                above == 0 ? "./" : std::string(original.substr(0, above)) + '/'}]
            .push_back(i);
    }
    std::map<std::uint32_t, std::shared_ptr<FoldedFolder>> folded;
    std::vector<std::string_view> names;
    for (const auto &[folders, files] : groups) {
        if (files.size() < 2) continue;
        if (names.empty()) names = files_there(manifest, findings);
        const std::string behind = folders.first.substr(0, folders.first.size() - 1) + char('/' + 1);
        const auto first = std::ranges::lower_bound(names, std::string_view(folders.first)),
                   last = std::ranges::lower_bound(names, std::string_view(behind));
        const auto folder = std::make_shared<FoldedFolder>(FoldedFolder{
            folders.first, folders.second, files.size(), static_cast<std::uint64_t>(last - first)});
        for (const std::uint32_t i : files) folded.emplace(i, folder);
    }
    return folded;
}

}  // namespace og::cli
