// SPDX-License-Identifier: MIT
// The module oldguard_torrent.so: parses .torrent files with libtorrent-rasterbar and refuses those that it
// would repair.
#include "module.h"
#include "raw_names.hpp"

#include <libtorrent/error_code.hpp>
#include <libtorrent/torrent_info.hpp>

#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <vector>

namespace og::torrent {
namespace {

namespace lt = libtorrent;

// The limits. A torrent of 2^21 pieces has 40 MiB of digests. libtorrent's own nesting depth and number of
// tokens are 100 and 3,000,000, too.
constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr int most_pieces = 1 << 21;
constexpr int most_depth = 100;
constexpr int most_tokens = 3'000'000;

lt::load_torrent_limits limits() {
    lt::load_torrent_limits limits;
    limits.max_buffer_size = static_cast<int>(most_bytes);
    limits.max_pieces = most_pieces;
    limits.max_decode_depth = most_depth;
    limits.max_decode_tokens = most_tokens;
    return limits;
}

// Keeps the strings and arrays to which the content points.
struct Content : og_torrent_content {
    explicit Content(const lt::torrent_info &torrent);

private:
    std::string folder_;
    std::vector<std::string> paths_;
    std::vector<og_torrent_file> list_;
    std::unique_ptr<std::uint8_t[][20]> sums_;
};

og_torrent_kind kind_of(lt::file_flags_t flags) {
    if (flags & lt::file_storage::flag_pad_file) return OG_TORRENT_PAD;
    return flags & lt::file_storage::flag_symlink ? OG_TORRENT_SYMLINK : OG_TORRENT_REGULAR;
}

Content::Content(const lt::torrent_info &torrent) : og_torrent_content{}, folder_(torrent.files().name()) {
    const lt::file_storage &all = torrent.files();
    name = folder_.c_str();
    const bool single = all.num_files() == 1 && all.file_path(lt::file_index_t{0}) == folder_;
    has_folder = !single;
    const std::size_t skip = single ? 0 : folder_.size() + 1;  // "NAME/"
    for (const lt::file_index_t i : all.file_range()) paths_.push_back(all.file_path(i).substr(skip));
    for (const lt::file_index_t i : all.file_range())
        list_.push_back({paths_[static_cast<std::size_t>(static_cast<int>(i))].c_str(),
                         static_cast<std::uint64_t>(all.file_size(i)), kind_of(all.file_flags(i))});
    files = list_.data();
    file_count = list_.size();
    piece_size = static_cast<std::uint64_t>(all.piece_length());
    piece_count = static_cast<std::size_t>(all.num_pieces());
    sums_ = std::make_unique<std::uint8_t[][20]>(piece_count);
    for (const lt::piece_index_t i : all.piece_range()) {
        const lt::sha1_hash digest = torrent.hash_for_piece(i);
        std::copy(digest.begin(), digest.end(), sums_[static_cast<std::size_t>(static_cast<int>(i))]);
    }
    digests = sums_.get();
}

// Checks what the reader of the pieces relies on.
void check_layout(const lt::file_storage &files) {
    std::uint64_t total = 0, regular = 0;
    for (const lt::file_index_t i : files.file_range()) {
        if (files.file_size(i) < 0) throw std::runtime_error("a file has a negative length");
        total += static_cast<std::uint64_t>(files.file_size(i));
        regular += kind_of(files.file_flags(i)) == OG_TORRENT_REGULAR;
    }
    if (regular == 0) throw std::runtime_error("it lists no files");
    const auto size = static_cast<std::uint64_t>(files.piece_length());
    if (files.piece_length() <= 0 || files.num_pieces() < 0 ||
        (total + size - 1) / size != static_cast<std::uint64_t>(files.num_pieces()))
        throw std::runtime_error("its pieces do not fit its length");
}

std::unique_ptr<Content> parse(lt::span<const char> bytes) {
    if (static_cast<std::size_t>(bytes.size()) > most_bytes)
        throw std::runtime_error("it is larger than 64 MiB");
    const lt::torrent_info torrent(bytes, limits(), lt::from_span);
    if (!torrent.info_hashes().has_v1() && torrent.info_hashes().has_v2())
        throw std::runtime_error("a torrent of version 2 alone has SHA-256 digests, which oldguard does not "
                                 "compute");
    lt::error_code error;
    const lt::bdecode_node info =
        lt::bdecode(torrent.info_section(), error, nullptr, most_depth, most_tokens);
    if (error) throw lt::system_error(error);
    check_layout(torrent.files());
    if (const std::string why = difference_from_raw(info, torrent.files()); !why.empty())
        throw std::runtime_error(why);
    return std::make_unique<Content>(torrent);
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
