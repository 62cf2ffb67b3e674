// SPDX-License-Identifier: MIT
#include "stream.hpp"

#include <oldguard/status.h>

#include <algorithm>
#include <cerrno>

namespace og::cli {
namespace {

std::uint8_t zeros[Stream::piece_size];  // not constant, so that the program file does not contain them

// A file that is read ahead has at least this size left. Starting and ending the thread takes as long as
// hashing some 100 KiB.
constexpr std::uint64_t worth_reading_ahead = 4 << 20;

}  // namespace

Stream::Stream(Slot &slot, std::unique_ptr<FileReader> file, bool detect, std::uint8_t *buffer)
    : slot_(slot),
      counted_(slot.counted),
      file_(std::move(file)),
      hasher_(*slot.result.algorithm, detect),
      buffer_(buffer) {
    if (slot_.prefix == Prefix::git_blob) {
        std::uint8_t head[most_blob_head];
        const std::size_t size = blob_head(file_ ? file_->size() : slot_.source->size(), head);
        status_ = hasher_.update(head, size);
    }
    if (slot_.mid_state && !slot_.mid_state->state.empty()) {
        status_ = hasher_.restore(slot_.mid_state->state);
        if (status_ == OG_OK && file_ && !file_->seek(slot_.mid_state->offset)) error_ = errno;
        slot_.result.bytes = slot_.mid_state->offset;
    }
}

// Returns the most bytes of the next piece: pieces end where the state is to be saved.
std::size_t Stream::room() const {
    if (!slot_.mid_state || slot_.mid_state->every == 0) return piece_size;
    const std::uint64_t every = slot_.mid_state->every;
    return static_cast<std::size_t>(std::min<std::uint64_t>(piece_size, every - slot_.result.bytes % every));
}

std::span<const std::uint8_t> Stream::next() {
    if (status_ != OG_OK || error_ != 0) return {};
    const std::size_t most = room();
    if (ahead_) {
        if (left_.empty()) left_ = ahead_->next();
        if (ahead_->failed()) error_ = ahead_error_;
        const auto piece = left_.first(std::min(most, left_.size()));
        left_ = left_.subspan(piece.size());
        return piece;
    }
    if (const std::size_t hole = file_ ? file_->skip_hole(most) : 0; hole > 0) return {zeros, hole};
    const ssize_t got = file_ ? file_->read(buffer_, most) : slot_.source->read(buffer_, most);
    if (got < 0) error_ = errno;
    return {buffer_, got > 0 ? static_cast<std::size_t>(got) : 0};
}

void Stream::updated(int status, std::size_t size) {
    slot_.result.bytes += size;
    status_ = status;
    const MidState *mid = slot_.mid_state.get();
    if (mid == nullptr || status != OG_OK || mid->every == 0 || slot_.result.bytes % mid->every != 0) return;
    std::vector<std::uint8_t> state;
    if ((status_ = hasher_.save(state)) == OG_OK) mid->save(slot_.result.bytes, state);
}

void Stream::end() {
    ahead_.reset();  // ends its thread
    Result &result = slot_.result;
    og_sha1dc_verdict verdict = no_attack;
    if (file_) {
        result.changed = result.changed || file_->changed();
        if (slot_.prefix == Prefix::git_blob && result.bytes != file_->size()) result.kind = Result::resized;
    }
    if (error_ == 0 && status_ == OG_OK) status_ = hasher_.final(result.digest, verdict);
    result.error = error_;
    result.status = status_;
    if (error_ != 0 || status_ != OG_OK) result.kind = Result::failed;
    result.set_verdict(verdict);
    file_.reset();  // closes it
    slot_.source.reset();
    slot_.mid_state.reset();
    slot_.complete();
}

void Stream::read_ahead(ReadAhead::Buffers &buffers) {
    if (ahead_ || !file_ || file_->sparse()) return;
    if (file_->regular() && file_->size() < slot_.result.bytes + worth_reading_ahead) return;
    const auto read = [this](void *to, std::size_t size) {
        const ssize_t got = file_->read(to, size);
        if (got < 0) ahead_error_ = errno;
        return got;
    };
    ahead_.emplace(read, buffers);
}

}  // namespace og::cli
