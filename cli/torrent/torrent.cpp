// SPDX-License-Identifier: MIT
#include "torrent.hpp"

#include "os/library.hpp"
#include "os/process.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#ifndef OLDGUARD_TORRENT_FROM_PROGRAM
#define OLDGUARD_TORRENT_FROM_PROGRAM "."
#endif

namespace og::cli {
namespace {

struct TorrentModule {
    og_torrent_parse_function *parse = nullptr;
    og_torrent_free_function *free = nullptr;
    std::string why;  // the reason if it is missing
};

// Returns the path of the module: beside the command in a build folder, else in the installed folder.
std::string torrent_module_path() {
    namespace fs = std::filesystem;
    const std::string own = os::own_path();
    if (own.empty()) return "";
    std::error_code error;
    const fs::path program = fs::path(own).parent_path();
    for (const char *folder : {".", OLDGUARD_TORRENT_FROM_PROGRAM}) {
        const fs::path file =
            (program / folder / (std::string("oldguard_torrent") + os::module_suffix)).lexically_normal();
        if (fs::exists(file, error)) return file.string();
    }
    return "";
}

TorrentModule load_torrent_module() {
    TorrentModule module;
    const std::string path = torrent_module_path();
    if (path.empty()) {
        module.why =
            "this installation cannot read torrents: oldguard was built without libtorrent-rasterbar";
        return module;
    }
    std::string why;
    void *library = os::load_library(path, why);
    if (library == nullptr) {
        module.why = "the reader of torrents cannot be loaded: " + why;
        return module;
    }
    const auto abi =
        reinterpret_cast<og_torrent_abi_function *>(os::find_function(library, "og_torrent_abi", why));
    const auto parse =
        reinterpret_cast<og_torrent_parse_function *>(os::find_function(library, "og_torrent_parse", why));
    const auto free =
        reinterpret_cast<og_torrent_free_function *>(os::find_function(library, "og_torrent_free", why));
    if (abi == nullptr || parse == nullptr || free == nullptr || abi() != OG_TORRENT_ABI) {
        module.why = path + " is of another version of oldguard";
        return module;
    }
    module.parse = parse;
    module.free = free;
    return module;
}

}  // namespace

TorrentContent parse_torrent(std::string_view text, std::string &why) {
    static const TorrentModule module = load_torrent_module();
    if (module.parse == nullptr) {
        why = module.why;
        return {nullptr, nullptr};
    }
    char reason[1024] = "";
    TorrentContent content(module.parse(text.data(), text.size(), reason, sizeof reason), module.free);
    if (!content) why = reason;
    return content;
}

TorrentLayout::TorrentLayout(const og_torrent_content &content) : content_(content) {
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < content.file_count; i++) ends_.push_back(end += content.files[i].size);
}

std::uint64_t TorrentLayout::piece_size(std::uint64_t piece) const {
    return std::min(content_.piece_size, size() - piece * content_.piece_size);
}

std::vector<TorrentLayout::Span> TorrentLayout::spans(std::uint64_t offset, std::uint64_t size) const {
    std::vector<Span> found;
    auto file =
        static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), offset) - ends_.begin());
    for (; size > 0 && file < ends_.size(); file++) {
        const std::uint64_t part = std::min(size, ends_[file] - offset);
        if (part == 0) continue;  // an empty file
        found.push_back({file, content_.files[file].size - (ends_[file] - offset), part});
        offset += part;
        size -= part;
    }
    return found;
}

PieceRange TorrentLayout::pieces_of(std::size_t file) const {
    const std::uint64_t end = ends_[file], start = end - content_.files[file].size;
    if (start == end) return {0, 0};
    return {start / content_.piece_size, (end - 1) / content_.piece_size + 1};
}

}  // namespace og::cli
