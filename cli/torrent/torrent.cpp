// SPDX-License-Identifier: MIT
#include "torrent.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <dlfcn.h>

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
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    if (error) return "";
    for (const char *folder : {".", OLDGUARD_TORRENT_FROM_PROGRAM}) {
        const fs::path file = (program / folder / "oldguard_torrent.so").lexically_normal();
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
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char *reason = dlerror();
        module.why = std::string("the reader of torrents cannot be loaded: ") + (reason ? reason : path);
        return module;
    }
    const auto abi = reinterpret_cast<og_torrent_abi_function *>(dlsym(library, "og_torrent_abi"));
    const auto parse = reinterpret_cast<og_torrent_parse_function *>(dlsym(library, "og_torrent_parse"));
    const auto free = reinterpret_cast<og_torrent_free_function *>(dlsym(library, "og_torrent_free"));
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
