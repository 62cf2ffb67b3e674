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
    for (std::size_t i = 0; i < content.file_count; i++) add(content.files[i].size);
}

std::uint64_t TorrentLayout::piece_size(std::uint64_t piece) const {
    return std::min(content_.piece_size, size() - piece * content_.piece_size);
}

PieceRange TorrentLayout::pieces_of(std::size_t file) const {
    if (start(file) == end(file)) return {0, 0};
    return {start(file) / content_.piece_size, (end(file) - 1) / content_.piece_size + 1};
}

}  // namespace og::cli
