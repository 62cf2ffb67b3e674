// SPDX-License-Identifier: MIT
#include "torrent.hpp"

#include "files/beside_program.hpp"
#include "os/library.hpp"

#include <algorithm>

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

TorrentModule load_torrent_module() {
    TorrentModule module;
    const std::string name = std::string("oldguard_torrent") + os::module_suffix;
    const std::string path = beside_program({name, OLDGUARD_TORRENT_FROM_PROGRAM "/" + name});
    if (path.empty()) {
        module.why = "this installation cannot read torrents: oldguard was built without "
                     "libtorrent-rasterbar (Debian: libtorrent-rasterbar-dev, pkg-config)";
        return module;
    }
    std::string why;
    void *library = os::load_library(path, why);
    if (library == nullptr) {
        module.why = "the reader of torrents cannot be loaded: " + why;
        return module;
    }
    og_torrent_abi_function *abi = nullptr;
    if (!os::find_function(library, "og_torrent_abi", abi, why) || abi() != OG_TORRENT_ABI ||
        !os::find_function(library, "og_torrent_free", module.free, why) ||
        !os::find_function(library, "og_torrent_parse", module.parse, why))
        module.why = path + " is of another version of oldguard";
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
