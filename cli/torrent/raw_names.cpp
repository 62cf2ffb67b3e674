// SPDX-License-Identifier: MIT
#include "raw_names.hpp"

#include <string_view>

namespace og::torrent {
namespace {

namespace lt = libtorrent;

// Returns the name or path of a dictionary. The keys with UTF-8 take precedence, as in libtorrent.
lt::bdecode_node find_utf8(const lt::bdecode_node &dictionary, const char *utf8, const char *plain) {
    const lt::bdecode_node found = dictionary.dict_find(utf8);
    return found ? found : dictionary.dict_find(plain);
}

// Returns a name in quotes, with \ooo for each byte that is not printable ASCII.
std::string shown(std::string_view name) {
    std::string text = "'";
    for (const char each : name) {
        const auto byte = static_cast<unsigned char>(each);
        if (byte >= 0x20 && byte < 0x7f && each != '\\') {
            text += each;
            continue;
        }
        text += '\\';
        for (const int shift : {6, 3, 0}) text += static_cast<char>('0' + (byte >> shift & 7));
    }
    return text + "'";
}

std::string unsafe(std::string_view raw, std::string_view repaired) {
    return "the name " + shown(raw) + " is not safe: libtorrent would use " + shown(repaired);
}

bool is_pad(const lt::bdecode_node &file) {
    return file.dict_find_string_value("attr").find('p') != lt::string_view::npos;
}

// Returns whether a name has neither '/' nor NUL.
bool is_element(std::string_view name) {
    return name.find('/') == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

// Returns the elements of a path joined by '/', or "" if an element is not a name.
std::string joined(const lt::bdecode_node &path) {
    std::string text;
    for (int i = 0; i < path.list_size(); i++) {
        const lt::bdecode_node element = path.list_at(i);
        if (element.type() != lt::bdecode_node::string_t) return "";
        const std::string name(element.string_value());
        if (!is_element(name)) return "";
        if (i > 0) text += '/';
        text += name;
    }
    return text;
}

// Returns the elements of a path for a message, whatever they contain.
std::string printed(const lt::bdecode_node &path) {
    std::string text;
    for (int i = 0; i < path.list_size(); i++) {
        const lt::string_view element = path.list_string_value_at(i);
        if (i > 0) text += '/';
        text.append(element.data(), element.size());
    }
    return text;
}

}  // namespace

std::string difference_from_raw(const lt::bdecode_node &info, const lt::file_storage &files) {
    const lt::bdecode_node raw_name = find_utf8(info, "name.utf-8", "name");
    if (!raw_name || raw_name.type() != lt::bdecode_node::string_t) return "it has no name";
    const std::string name(raw_name.string_value());
    if (name.empty() || name == "." || name == ".." || !is_element(name) || files.name() != name)
        return unsafe(name, files.name());

    const lt::bdecode_node list = info.dict_find_list("files");
    if (!list) {
        const lt::file_index_t only{0};
        if (files.num_files() != 1 || files.file_size(only) != info.dict_find_int_value("length", -1))
            return "its file and its length disagree";
        const std::string path = files.file_path(only);
        return path == name ? "" : unsafe(name, path);
    }
    if (list.list_size() != files.num_files()) return "its two lists of files disagree";
    for (int i = 0; i < list.list_size(); i++) {
        const lt::bdecode_node file = list.list_at(i);
        const lt::file_index_t index{i};
        const lt::file_flags_t flags = files.file_flags(index);
        const bool pad{flags & lt::file_storage::flag_pad_file};
        const bool link{flags & lt::file_storage::flag_symlink};
        if (file.type() != lt::bdecode_node::dict_t || is_pad(file) != pad ||
            (!link && file.dict_find_int_value("length", -1) != files.file_size(index)))
            return "its two lists of files disagree";
        if (pad) continue;  // not on the disk; libtorrent chooses the name
        const lt::bdecode_node path = find_utf8(file, "path.utf-8", "path");
        if (!path || path.type() != lt::bdecode_node::list_t) return "a file has no path";
        const std::string raw = joined(path), repaired = files.file_path(index);
        if (raw.empty() || name + "/" + raw != repaired) return unsafe(printed(path), repaired);
    }
    return "";
}

}  // namespace og::torrent
