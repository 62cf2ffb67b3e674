// SPDX-License-Identifier: MIT
#include "torrent_verdicts.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace og::cli {
namespace {

// Returns the ranges of a file's pieces that have this result.
std::vector<PieceRange> ranges_of(const PieceResults &results, const PieceRange &pieces, Piece result) {
    std::vector<PieceRange> ranges;
    for (std::uint64_t piece = pieces.first; piece < pieces.end; piece++) {
        if (results.pieces[piece] != result) continue;
        if (ranges.empty() || ranges.back().end != piece) ranges.push_back({piece, piece});
        ranges.back().end++;
    }
    return ranges;
}

std::string text_of_error(int error) {
    return error != 0 ? std::strerror(error) : "it became shorter while it was read";
}

TorrentVerdict judge(const PieceRange &pieces, const TorrentFolder::File &file, const int *error,
                     const PieceResults &results) {
    TorrentVerdict verdict;
    switch (file.state) {
    case TorrentFolder::File::missing:
        verdict.status = TorrentVerdict::missing;
        return verdict;
    case TorrentFolder::File::other_size:
        verdict.status = TorrentVerdict::size_differs;
        return verdict;
    case TorrentFolder::File::unreadable:
        verdict.status = TorrentVerdict::unreadable;
        verdict.error = file.error;
        verdict.why = file.error != 0 ? std::strerror(file.error) : "not a regular file";
        return verdict;
    case TorrentFolder::File::as_listed:
        break;
    }
    verdict.corrupt_pieces = ranges_of(results, pieces, Piece::corrupt);
    verdict.unread_pieces = ranges_of(results, pieces, Piece::unread);
    verdict.attacked = std::any_of(results.attacked.begin(), results.attacked.end(),
                                   [&](std::uint64_t at) { return at >= pieces.first && at < pieces.end; });
    if (error != nullptr) {
        verdict.status = TorrentVerdict::unreadable;
        verdict.error = *error;
        verdict.why = text_of_error(*error);
    } else if (!verdict.corrupt_pieces.empty()) {
        verdict.status = TorrentVerdict::corrupt;
    } else if (!verdict.unread_pieces.empty()) {
        verdict.status = TorrentVerdict::unreadable;
        verdict.why = fmt::format("pieces {} of {} have bytes of a file that cannot be checked",
                                  to_text(verdict.unread_pieces), results.pieces.size());
    } else if (ranges_of(results, pieces, Piece::unneeded).empty()) {
        verdict.status = TorrentVerdict::ok;
    }
    return verdict;
}

}  // namespace

std::vector<TorrentVerdict> judge_files(const og_torrent_content &content, const TorrentLayout &layout,
                                        const TorrentFolder &folder, const PieceResults &results) {
    std::vector<TorrentVerdict> verdicts(content.file_count);
    for (std::size_t i = 0; i < content.file_count; i++) {
        if (content.files[i].kind != OG_TORRENT_REGULAR) continue;
        const auto error = results.errors.find(i);
        verdicts[i] = judge(layout.pieces_of(i), folder.file(i),
                            error == results.errors.end() ? nullptr : &error->second, results);
    }
    return verdicts;
}

std::string to_text(const std::vector<PieceRange> &ranges) {
    std::string text;
    for (const PieceRange &range : ranges) {
        if (!text.empty()) text += ", ";
        text += range.end - range.first == 1 ? fmt::format("{}", range.first)
                                             : fmt::format("{}-{}", range.first, range.end - 1);
    }
    return text;
}

}  // namespace og::cli
