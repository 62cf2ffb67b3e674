// SPDX-License-Identifier: MIT
#include "pieces.hpp"

#include "hashing/piece_source.hpp"
#include "os/stop.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>

namespace og::cli {
namespace {

// The files of the content, with the errors of those that were there with the listed size. The others have a
// status already.
class ListedFiles final : public PieceFiles {
public:
    ListedFiles(const og_torrent_content &content, const TorrentLayout &layout, const TorrentFolder &folder)
        : PieceFiles(layout), content_(content), folder_(folder) {}

    std::map<std::size_t, int> take_errors() { return std::move(errors_); }

private:
    int open(std::size_t file) override {
        const auto state = folder_.file(file).state;
        if (state == TorrentFolder::File::as_listed || state == TorrentFolder::File::other_size)
            return folder_.open_file(file);
        errno = ENOENT;
        return -1;
    }
    bool is_padding(std::size_t file) const override { return content_.files[file].kind == OG_TORRENT_PAD; }
    void failed(std::size_t file, int error) override {
        if (folder_.file(file).state != TorrentFolder::File::as_listed) return;
        const std::lock_guard lock(mutex_);
        errors_.emplace(file, error);
    }

    const og_torrent_content &content_;
    const TorrentFolder &folder_;
    std::mutex mutex_;
    std::map<std::size_t, int> errors_;
};

// Compares the digests with those of the torrent.
class PieceReceiver final : public Receiver {
public:
    PieceReceiver(const og_torrent_content &content, PieceResults &results, RunProgress &progress)
        : content_(content), results_(results), progress_(progress) {}

    bool result(const Result &result) override {
        Piece &piece = results_.pieces[result.tag];
        if (result.kind != Result::hashed)
            piece = Piece::unread;
        else if (std::memcmp(result.digest.data(), content_.digests[result.tag], sha1.size) == 0)
            piece = Piece::good;
        else
            piece = Piece::corrupt;
        if (result.attacked) results_.attacked.push_back(result.tag);
        results_.complete = !os::stop_requested();
        return results_.complete;
    }

    bool tick() override {
        progress_.tick();
        return true;
    }

private:
    const og_torrent_content &content_;
    PieceResults &results_;
    RunProgress &progress_;
};

// Returns the pieces that touch a file of the listed size, in order, as ranges with at least one piece.
std::vector<PieceRange> wanted_pieces(const og_torrent_content &content, const TorrentLayout &layout,
                                      const TorrentFolder &folder) {
    std::vector<PieceRange> wanted;
    std::uint64_t next = 0;  // the piece after the last one
    for (std::size_t file = 0; file < content.file_count; file++) {
        if (content.files[file].kind != OG_TORRENT_REGULAR) continue;
        if (folder.file(file).state != TorrentFolder::File::as_listed) continue;
        const PieceRange range = layout.pieces_of(file);
        if (std::max(next, range.first) >= range.end) continue;
        wanted.push_back({std::max(next, range.first), range.end});
        next = range.end;
    }
    return wanted;
}

}  // namespace

PieceResults check_pieces(const og_torrent_content &content, const TorrentLayout &layout,
                          const TorrentFolder &folder, const HashOptions &options, RunProgress &progress) {
    PieceResults results;
    results.pieces.resize(content.piece_count);
    const std::vector<PieceRange> wanted = wanted_pieces(content, layout, folder);
    for (const PieceRange &range : wanted) {
        progress.totals().files += range.end - range.first;
        progress.totals().bytes += (range.end - range.first - 1) * content.piece_size;
        progress.totals().bytes += layout.piece_size(range.end - 1);
    }
    progress.totals().known = true;
    ListedFiles files(content, layout, folder);
    PieceReceiver receiver(content, results, progress);
    HashPipeline pipeline(options, receiver);
    for (const PieceRange &range : wanted)
        for (std::uint64_t piece = range.first; piece < range.end && results.complete; piece++) {
            Request request;
            request.tag = piece;
            request.source =
                std::make_unique<PieceSource>(files, piece * content.piece_size, layout.piece_size(piece));
            pipeline.add(std::move(request));
        }
    if (results.complete) pipeline.finish();
    results.errors = files.take_errors();
    return results;
}

}  // namespace og::cli
