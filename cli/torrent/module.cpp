// SPDX-License-Identifier: MIT
// The module oldguard_torrent.so: reads .torrent files.
//
// libtorrent-rasterbar parses the bencoding, and the dictionaries are read here. Its torrent_info repairs
// names without a message, so that other files would be checked than the listed ones, and takes a torrent of
// version 2 without digests for one of version 1.
#include "module.h"

#include <libtorrent/bdecode.hpp>
#include <libtorrent/error_code.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace og::torrent {
namespace {

namespace lt = libtorrent;

// The limits. A torrent of 2^21 pieces has 40 MiB of digests.
constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr std::int64_t most_pieces = 1 << 21;
constexpr std::int64_t largest_piece = std::int64_t{1} << 30;
constexpr std::size_t longest_name = 255;  // of every common file system, in bytes
constexpr int most_depth = 100;
constexpr int most_tokens = 3'000'000;

constexpr std::size_t digest_size = 20;
constexpr std::string_view bitcomet_pad = "_____padding_file_";  // before BEP 47

[[noreturn]] void refuse(const std::string &why) { throw std::runtime_error(why); }

// Keeps the strings and arrays to which the content points.
struct Content : og_torrent_content {
    explicit Content(const lt::bdecode_node &info);

private:
    void add(const std::string &path, og_torrent_kind kind, std::int64_t size);
    void add(const lt::bdecode_node &file);
    void take_pieces(const lt::bdecode_node &pieces);

    std::string folder_;
    std::vector<std::string> paths_;
    std::vector<og_torrent_file> list_;
    std::vector<std::array<std::uint8_t, digest_size>> sums_;
    std::int64_t total_ = 0;
};

std::string_view text_of(const lt::bdecode_node &string) {
    const lt::string_view text = string.string_value();
    return {text.data(), text.size()};
}

// Returns the value of a key, or no node. The key with UTF-8 takes precedence, as in libtorrent.
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

// Returns a name that is one element of a path. Every other byte of it counts: it is the name on the disk.
std::string element_of(const lt::bdecode_node &node) {
    if (!node || node.type() != lt::bdecode_node::string_t) refuse("a name is no string");
    const std::string_view name = text_of(node);
    if (name.empty()) refuse("a name is empty");
    if (name == "." || name == "..") refuse("the name " + shown(name) + " is not safe: it leaves the folder");
    if (name.find('/') != std::string_view::npos)
        refuse("the name " + shown(name) + " is not safe: it has a slash");
    if (name.find('\0') != std::string_view::npos)
        refuse("the name " + shown(name) + " has a zero byte, which no file's name has");
    if (name.size() > longest_name)
        refuse("the name " + shown(name.substr(0, 40)) +
               "... has more than 255 bytes, which no file's name has");
    return std::string(name);
}

// Returns a number that is not negative.
std::int64_t size_of(const lt::bdecode_node &dictionary, const char *key, const char *what) {
    const lt::bdecode_node number = dictionary.dict_find(key);
    if (!number || number.type() != lt::bdecode_node::int_t) refuse(std::string(what) + " has no length");
    const std::int64_t size = number.int_value();
    if (size < 0) refuse(std::string(what) + " has a negative length");
    const auto raw = number.data_section();  // libtorrent reads 2^63 and more as 0
    if (std::string_view(raw.data(), static_cast<std::size_t>(raw.size())) !=
        "i" + std::to_string(size) + "e")
        refuse(std::string(what) + " has a length that is no number below 2^63");
    return size;
}

void Content::add(const std::string &path, og_torrent_kind kind, std::int64_t size) {
    if (__builtin_add_overflow(total_, size, &total_)) refuse("its lengths add up to more than 2^63 bytes");
    paths_.push_back(path);
    list_.push_back({nullptr, static_cast<std::uint64_t>(size), kind});
}

// Adds an element of the list of files (BEP 3, BEP 47).
void Content::add(const lt::bdecode_node &file) {
    if (file.type() != lt::bdecode_node::dict_t) refuse("its list of files has another element");
    const lt::string_view attributes = file.dict_find_string_value("attr");
    const lt::bdecode_node path = find_utf8(file, "path.utf-8", "path");
    bool pad = attributes.find('p') != lt::string_view::npos;
    const bool listed = path && path.type() == lt::bdecode_node::list_t && path.list_size() > 0;
    if (!listed && !pad) refuse("a file has no path");
    std::string joined;
    for (int i = 0; listed && i < path.list_size(); i++)
        joined += (i > 0 ? "/" : "") + element_of(path.list_at(i));
    pad = pad || joined.find(bitcomet_pad) != std::string::npos;
    if (attributes.find('l') != lt::string_view::npos && !pad)
        add(joined, OG_TORRENT_SYMLINK, 0);  // no bytes in the pieces, whatever its length says
    else
        add(joined, pad ? OG_TORRENT_PAD : OG_TORRENT_REGULAR, size_of(file, "length", "a file"));
}

// Takes the digests, which must be exactly as many as the files have pieces.
void Content::take_pieces(const lt::bdecode_node &pieces) {
    const auto length = static_cast<std::int64_t>(piece_size);
    const std::int64_t count = total_ / length + (total_ % length != 0);
    if (count > most_pieces) refuse("it has more than 2097152 pieces");
    const std::string_view text = text_of(pieces);
    if (text.size() != static_cast<std::size_t>(count) * digest_size)
        refuse("its pieces do not fit its length");
    sums_.resize(static_cast<std::size_t>(count));
    if (count > 0) std::memcpy(sums_.data(), text.data(), text.size());
    digests = reinterpret_cast<const std::uint8_t(*)[digest_size]>(sums_.data());
    piece_count = sums_.size();
}

Content::Content(const lt::bdecode_node &info) : og_torrent_content{} {
    const std::int64_t version = info.dict_find_int_value("meta version", 1);
    if (version != 1 && version != 2) refuse("it is of an unknown version of the format");
    const lt::bdecode_node pieces = info.dict_find("pieces");
    if (!pieces)
        refuse(version == 2 || info.dict_find("file tree")
                   ? "a torrent of version 2 alone has SHA-256 digests, which oldguard does not compute"
                   : "it has no digests of pieces");
    if (pieces.type() != lt::bdecode_node::string_t) refuse("its digests of pieces are no string");
    const std::int64_t length = size_of(info, "piece length", "a piece");
    if (length == 0 || length > largest_piece) refuse("its pieces have no size from 1 byte to 1 GiB");
    piece_size = static_cast<std::uint64_t>(length);

    const lt::bdecode_node raw_name = find_utf8(info, "name.utf-8", "name");
    if (!raw_name) refuse("it has no name");
    folder_ = element_of(raw_name);
    const lt::bdecode_node all = info.dict_find("files");
    if (all && info.dict_find("length")) refuse("it lists one file and several");
    if (all && all.type() != lt::bdecode_node::list_t) refuse("its files are no list");
    for (int i = 0; all && i < all.list_size(); i++) add(all.list_at(i));
    if (!all) add(folder_, OG_TORRENT_REGULAR, size_of(info, "length", "its file"));
    has_folder = static_cast<bool>(all);
    take_pieces(pieces);

    std::set<std::string_view> names;
    for (std::size_t i = 0; i < list_.size(); i++) {
        list_[i].path = paths_[i].c_str();
        if (list_[i].kind != OG_TORRENT_PAD && !names.insert(paths_[i]).second)
            refuse("the name " + shown(paths_[i]) + " is listed twice");
    }
    if (std::ranges::none_of(list_,
                             [](const og_torrent_file &file) { return file.kind == OG_TORRENT_REGULAR; }))
        refuse("it lists no files");
    name = folder_.c_str();
    files = list_.data();
    file_count = list_.size();
}

std::unique_ptr<Content> parse(lt::span<const char> bytes) {
    if (static_cast<std::size_t>(bytes.size()) > most_bytes) refuse("it is larger than 64 MiB");
    lt::error_code error;
    const lt::bdecode_node torrent = lt::bdecode(bytes, error, nullptr, most_depth, most_tokens);
    if (error) throw lt::system_error(error);
    const lt::bdecode_node info =
        torrent.type() == lt::bdecode_node::dict_t ? torrent.dict_find("info") : lt::bdecode_node();
    if (!info || info.type() != lt::bdecode_node::dict_t) refuse("it has no dictionary of information");
    return std::make_unique<Content>(info);
}

}  // namespace
}  // namespace og::torrent

extern "C" {

int og_torrent_abi() { return OG_TORRENT_ABI; }

const og_torrent_content *og_torrent_parse(const void *bytes, std::size_t size, char *why,
                                           std::size_t why_size) {
    try {
        return og::torrent::parse({static_cast<const char *>(bytes), static_cast<std::ptrdiff_t>(size)})
            .release();
    } catch (const std::exception &error) {
        std::snprintf(why, why_size, "%s", error.what());
        return nullptr;
    }
}

void og_torrent_free(const og_torrent_content *content) {
    delete static_cast<const og::torrent::Content *>(content);
}
}
