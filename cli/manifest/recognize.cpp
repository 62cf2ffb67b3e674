// SPDX-License-Identifier: MIT
#include "recognize.hpp"

#include "checkfile.hpp"
#include "files/directory.hpp"
#include "os/file.hpp"

#include <cerrno>
#include <charconv>

namespace og::cli {

bool begins_as_torrent(std::string_view text) {
    if (!text.starts_with('d')) return false;
    const char *end = text.data() + text.size();
    std::size_t length = 0;
    const auto parsed = std::from_chars(text.data() + 1, end, length);
    if (parsed.ec != std::errc{} || parsed.ptr == end || *parsed.ptr != ':') return false;
    return text[1] != '0' && length <= static_cast<std::size_t>(end - parsed.ptr - 1);
}

std::string bag_of(const std::string &file) {
    const std::string name = file.substr(os::last_separator(file) + 1);
    if (!name.starts_with("manifest-") && !name.starts_with("tagmanifest-")) return "";
    if (!name.ends_with(".txt")) return "";
    std::string folder = directory_of(file);
    if (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    return os::access((folder + "/bagit.txt").c_str(), F_OK) == 0 ? folder : "";
}

std::optional<bool> starts_as_torrent(int fd) {
    char start[512];
    ssize_t got;
    do got = os::pread(fd, start, sizeof start, 0);
    while (got < 0 && errno == EINTR);
    if (got < 0) return std::nullopt;
    return begins_as_torrent({start, static_cast<std::size_t>(got)});
}

std::optional<ManifestFormat> format_of(std::string_view line) {
    if (begins_as_torrent(line)) return ManifestFormat::torrent;
    if (line.starts_with("%%%% ")) return ManifestFormat::hashdeep;
    if (line.starts_with("#mtree") || line.starts_with("/set ") || line.starts_with("/unset "))
        return ManifestFormat::mtree;
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos || is_comment(line)) return std::nullopt;
    line.remove_prefix(start);
    if (line.starts_with('{')) return ManifestFormat::jsonl;
    // An mtree file without a header begins with the name of the first folder.
    const std::size_t blank = line.find_first_of(" \t");
    const std::string_view rest = blank == std::string_view::npos ? "" : line.substr(blank);
    if (rest.find(" type=dir") != std::string_view::npos &&
        (line.starts_with(". ") || line.starts_with("./")))
        return ManifestFormat::mtree;
    return ManifestFormat::gnu;
}

}  // namespace og::cli
