// SPDX-License-Identifier: MIT
#include "lanes.hpp"

namespace og::cli {

std::uint8_t *StreamLanes::take_buffer() {
    if (free_.empty()) {
        buffers_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(Stream::piece_size));
        return buffers_.back().get();
    }
    std::uint8_t *buffer = free_.back();
    free_.pop_back();
    return buffer;
}

void StreamLanes::start(Slot &slot, std::unique_ptr<FileReader> file) {
    streams_.push_back(std::make_unique<Stream>(slot, std::move(file), options_.detect, take_buffer()));
}

std::size_t StreamLanes::advance(HashCounters &counters) {
    // A stream that reads ahead keeps both buffers until it ends, so only one does.
    if (streams_.size() == 1) streams_.front()->read_ahead(ahead_);
    const std::size_t before = streams_.size();
    std::array<std::span<const std::uint8_t>, Hasher::most_lanes> pieces;
    std::size_t live = 0;
    for (std::size_t i = 0; i < before; i++) {
        pieces[live] = streams_[i]->next();
        if (pieces[live].empty()) {
            free_.push_back(streams_[i]->buffer());
            streams_[i]->end();
            if (streams_[i]->counted()) counters.files.fetch_add(1, std::memory_order_relaxed);
            continue;
        }
        if (live != i) streams_[live] = std::move(streams_[i]);
        live++;
    }
    streams_.resize(live);
    std::uint64_t bytes = 0;
    for (const Algorithm *algorithm : algorithms) {
        std::array<Hasher *, Hasher::most_lanes> hashers;
        std::array<og_message, Hasher::most_lanes> messages;
        std::size_t count = 0;
        for (std::size_t i = 0; i < live; i++)
            if (&streams_[i]->algorithm() == algorithm) {
                hashers[count] = &streams_[i]->hasher();
                messages[count++] = {pieces[i].data(), pieces[i].size()};
                if (streams_[i]->counted()) bytes += pieces[i].size();
            }
        const int status = count == 1 ? hashers[0]->update(messages[0].data, messages[0].size)
                                      : Hasher::update_many({hashers.data(), count}, messages.data());
        for (std::size_t i = 0; i < live; i++)
            if (&streams_[i]->algorithm() == algorithm) streams_[i]->updated(status, pieces[i].size());
    }
    counters.bytes.fetch_add(bytes, std::memory_order_relaxed);
    return before - live;
}

}  // namespace og::cli
