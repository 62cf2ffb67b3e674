// SPDX-License-Identifier: MIT
#include "pieces.hpp"

#include "os/file.hpp"
#include "os/stop.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>

namespace og::cli {
namespace {

// The errors of all pieces, which several threads read.
class FileErrors {
public:
    void add(std::size_t file, int error) {
        const std::lock_guard lock(mutex_);
        errors_.emplace(file, error);
    }
    std::map<std::size_t, int> take() { return std::move(errors_); }

private:
    std::mutex mutex_;
    std::map<std::size_t, int> errors_;
};

// The bytes of one piece. A read fails if a file is missing, too short or unreadable. It opens each file
// anew: thousands of small pieces wait for their turn, more than a process may have open files.
class PieceSource final : public Source {
public:
    PieceSource(const og_torrent_content &content, const TorrentLayout &layout, const TorrentFolder &folder,
                FileErrors &errors, std::uint64_t piece)
        : content_(content),
          layout_(layout),
          folder_(folder),
          errors_(errors),
          offset_(piece * content.piece_size),
          left_(layout.piece_size(piece)) {}

    std::uint64_t size() const override { return left_; }

    ssize_t read(void *buffer, std::size_t size) override {
        auto *to = static_cast<std::uint8_t *>(buffer);
        for (const TorrentLayout::Span &span : layout_.spans(offset_, std::min<std::uint64_t>(left_, size))) {
            if (!read_span(span, to)) return -1;
            to += span.size;
        }
        const auto done = static_cast<std::size_t>(to - static_cast<std::uint8_t *>(buffer));
        offset_ += done;
        left_ -= done;
        return static_cast<ssize_t>(done);
    }

private:
    bool read_span(const TorrentLayout::Span &span, std::uint8_t *to) {
        const auto size = static_cast<std::size_t>(span.size);
        if (content_.files[span.file].kind == OG_TORRENT_PAD) {
            std::memset(to, 0, size);
            return true;
        }
        const auto state = folder_.file(span.file).state;
        if (state == TorrentFolder::File::missing || state == TorrentFolder::File::unreadable)
            return fail(span.file, ENOENT);
        const int fd = folder_.open_file(span.file);
        if (fd < 0) return fail(span.file, errno);
        ssize_t part = 1;
        for (std::size_t done = 0; done < size; done += static_cast<std::size_t>(part)) {
            do part = os::pread(fd, to + done, size - done, static_cast<off_t>(span.offset + done));
            while (part < 0 && errno == EINTR);
            if (part <= 0) break;
        }
        const int error = part < 0 ? errno : 0;
        os::close(fd);
        return part > 0 || fail(span.file, error);
    }

    // Records the error of a file that was there with the listed size. The others have a status already.
    bool fail(std::size_t file, int error) {
        if (folder_.file(file).state == TorrentFolder::File::as_listed) errors_.add(file, error);
        errno = error != 0 ? error : ENODATA;
        return false;
    }

    const og_torrent_content &content_;
    const TorrentLayout &layout_;
    const TorrentFolder &folder_;
    FileErrors &errors_;
    std::uint64_t offset_, left_;
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

    void tick() override { progress_.tick(); }

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
    FileErrors errors;
    PieceReceiver receiver(content, results, progress);
    HashPipeline pipeline(options, receiver);
    for (const PieceRange &range : wanted)
        for (std::uint64_t piece = range.first; piece < range.end && results.complete; piece++) {
            Request request;
            request.tag = piece;
            request.source = std::make_unique<PieceSource>(content, layout, folder, errors, piece);
            pipeline.add(std::move(request));
        }
    if (results.complete) pipeline.finish();
    results.errors = errors.take();
    return results;
}

}  // namespace og::cli
