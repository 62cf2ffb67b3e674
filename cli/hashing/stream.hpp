// SPDX-License-Identifier: MIT
// One large message that is being hashed, piece by piece.
#pragma once

#include "batch.hpp"
#include "file_reader.hpp"
#include "files/read_ahead.hpp"

#include <optional>
#include <span>

namespace og::cli {

class Stream {
public:
    // The most bytes of a piece. Sixteen pieces fit into the second-level cache.
    static constexpr std::size_t piece_size = 64 * 1024;

    // Reads a file, or slot.source. `buffer` has piece_size bytes.
    Stream(Slot &slot, std::unique_ptr<FileReader> file, bool detect, std::uint8_t *buffer);
    Stream(Stream &&) = delete;

    // Returns the next piece, which is valid until the next call. Empty at the end and after an error.
    std::span<const std::uint8_t> next();

    // Takes the status of the update with the last piece. Saves the state where MidState asks for it.
    void updated(int status, std::size_t size);

    // Completes the result. Call it after next() returned nothing. The slot is not used afterwards.
    void end();

    // Reads ahead in a thread from now on if the rest is long, or if the input is a pipe or a device.
    void read_ahead(ReadAhead::Buffers &buffers);

    Hasher &hasher() { return hasher_; }
    const Algorithm &algorithm() const { return *slot_.result.algorithm; }
    bool counted() const { return counted_; }
    std::uint8_t *buffer() const { return buffer_; }

private:
    std::size_t room() const;

    Slot &slot_;
    const bool counted_;
    std::unique_ptr<FileReader> file_;  // NULL: slot_.source
    Hasher hasher_;
    std::uint8_t *buffer_;
    std::optional<ReadAhead> ahead_;
    std::span<const std::uint8_t> left_;  // of the last buffer of ahead_
    int error_ = 0;                       // errno of a failed read
    int ahead_error_ = 0;                 // the same, in the thread of ahead_
    int status_ = 0;
};

}  // namespace og::cli
