// SPDX-License-Identifier: MIT
// Large messages that one thread hashes at the same time, one in each lane.
#pragma once

#include "options.hpp"
#include "stream.hpp"

#include <memory>
#include <vector>

namespace og::cli {

class StreamLanes {
public:
    explicit StreamLanes(const HashOptions &options)
        : options_(options), most_(options.lanes && !options.one_reader ? Hasher::most_lanes : 1) {}

    std::size_t room() const { return most_ - streams_.size(); }
    bool empty() const { return streams_.empty(); }

    // Starts a message in a free lane.
    void start(Slot &slot, std::unique_ptr<FileReader> file);

    // Reads and hashes the next piece of every message. Completes the results of those that end. Returns
    // the number of files that were closed.
    std::size_t advance(HashCounters &counters);

private:
    std::uint8_t *take_buffer();

    const HashOptions &options_;
    std::size_t most_;
    std::vector<std::unique_ptr<std::uint8_t[]>> buffers_;  // all that were allocated
    std::vector<std::uint8_t *> free_;                      // those that no stream uses
    ReadAhead::Buffers ahead_;                              // of the only stream
    std::vector<std::unique_ptr<Stream>> streams_;
};

}  // namespace og::cli
