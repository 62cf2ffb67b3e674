// SPDX-License-Identifier: MIT
#include "des_stream.hpp"

#include "des_padding.hpp"
#include "turns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace og::cli {
namespace {

constexpr std::size_t block = OG_DES_BLOCK_SIZE;
// Large enough that taking turns costs nothing beside the cipher, small enough for the second-level
// cache, where the bytes stay from being read to being written; a multiple of the block.
constexpr std::size_t chunk = 256 * 1024;

// What can be wrong with a piece. Threads only note it: no memory is needed to say that.
enum class Fault { none, reading, no_whole_blocks, nothing_there, bad_padding, library, writing };

// Bytes of the input on their way to the output.
struct Piece {
    Piece() : data(std::make_unique_for_overwrite<std::uint8_t[]>(room)) {}
    ~Piece() { explicit_bzero(data.get(), used); }
    Piece(const Piece &) = delete;
    Piece &operator=(const Piece &) = delete;

    // A chunk, the block read to see whether it is the last one, and a block of padding.
    static constexpr std::size_t room = chunk + 2 * block;
    std::unique_ptr<std::uint8_t[]> data;
    std::size_t used = 0;             // bytes of data ever written to
    std::size_t size = 0, taken = 0;  // bytes now, and when they were read
    std::uint32_t number = 0;
    bool last = false;
    Fault fault = Fault::none;
    int status = OG_OK;  // of a library fault
    std::array<std::uint8_t, block> iv{};
};

// While it lives, threads are started that leave signals to the caller's thread. SIGPIPE comes to
// whoever wrote.
class SignalsElsewhere {
public:
    SignalsElsewhere() {
        sigset_t set;
        sigfillset(&set);
        sigdelset(&set, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &set, &before_);
    }
    ~SignalsElsewhere() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsElsewhere(const SignalsElsewhere &) = delete;
    SignalsElsewhere &operator=(const SignalsElsewhere &) = delete;

private:
    sigset_t before_;
};

class Stream {
public:
    Stream(const DesWork &work, Input &input, Sink &sink, Progress &progress)
        : work_(work), input_(input), sink_(sink), progress_(progress), iv_(work.iv) {}

    std::string run(const std::string &name);

private:
    bool whole_blocks() const { return work_.mode == OG_ECB || work_.mode == OG_CBC; }
    bool padded() const { return whole_blocks() && work_.padding != Padding::none; }
    bool feedback() const { return work_.mode >= OG_CBC && work_.mode <= OG_CFB64; }
    bool splits() const {
        return work_.mode == OG_ECB || work_.mode == OG_CTR || (feedback() && !work_.encrypt);
    }
    int start(DesContext &des, const std::array<std::uint8_t, block> &iv) const;
    bool take(Piece &piece);
    void cipher(Piece &piece);
    void give(Piece &piece);
    void pass_through(Piece &piece);
    void unpad(Piece &piece);
    std::string message(const std::string &name) const;

    const DesWork &work_;
    Input &input_;
    Sink &sink_;
    Progress &progress_;

    // Of whoever reads.
    std::mutex reading_;
    std::uint32_t next_ = 0;
    std::uint64_t total_ = 0;
    bool ended_ = false;
    std::array<std::uint8_t, block> iv_;  // of the next piece, where pieces have one each
    Secret<block> ahead_;                 // read already, for the next piece
    std::size_t held_ = 0;                // bytes of that

    // Of whoever has the turn to cipher, where the mode is one chain.
    Turns ciphering_;
    DesContext chain_;

    // Of whoever has the turn to write.
    Turns writing_;
    std::atomic<bool> stopped_{false};  // by a fault, which read-only eyes may look at any time
    Fault fault_ = Fault::none;
    int status_ = OG_OK;
};

int Stream::start(DesContext &des, const std::array<std::uint8_t, block> &iv) const {
    return og_des_init(&des.ctx, work_.cipher, work_.mode, work_.encrypt, work_.key.data(),
                       og_des_key_size(work_.cipher), iv.data(), work_.mode == OG_ECB ? 0 : iv.size(),
                       OG_DES_CHECK_NONE);
}

// Adds to a counter of 64 bits, highest byte first (SP 800-38A, appendix B).
void count_on(std::array<std::uint8_t, block> &counter, std::uint64_t blocks) {
    for (std::size_t i = block; i-- > 0;) {
        blocks += counter[i];
        counter[i] = static_cast<std::uint8_t>(blocks);
        blocks >>= 8;
    }
}

void update(DesContext &des, Piece &piece) {
    std::uint8_t *data = piece.data.get();
    if (piece.status == OG_OK) piece.status = og_des_update(&des.ctx, data, data, piece.size);
}

// The next piece of the input; false when there is none, or after a fault.
bool Stream::take(Piece &piece) {
    const std::lock_guard lock(reading_);
    if (ended_ || stopped_) return false;
    piece.number = next_++;
    piece.iv = iv_;
    std::uint8_t *data = piece.data.get();
    std::memcpy(data, ahead_.data(), held_);
    const ssize_t got = input_.fill(data + held_, chunk + block - held_);
    if (got < 0) {
        piece.used = Piece::room;
        piece.fault = Fault::reading;
        ended_ = true;
        return true;
    }
    total_ += static_cast<std::uint64_t>(got);
    piece.taken = static_cast<std::size_t>(got);
    piece.size = held_ + piece.taken;
    piece.used = std::max(piece.used, std::min(piece.size + block, Piece::room));
    piece.last = ended_ = piece.size < chunk + block;
    if (piece.last) return true;
    piece.size = chunk;
    held_ = block;
    std::memcpy(ahead_.data(), data + chunk, held_);
    if (work_.mode == OG_CTR)
        count_on(iv_, chunk / block);
    else if (feedback() && !work_.encrypt)
        std::memcpy(iv_.data(), data + chunk - block, block);  // the cipher text before
    return true;
}

void Stream::cipher(Piece &piece) {
    if (piece.last && padded() && work_.encrypt)
        piece.size = pad(work_.padding, piece.data.get(), piece.size);
    if (whole_blocks() && piece.size % block != 0) {
        piece.fault = Fault::no_whole_blocks;
        return;
    }
    if (splits()) {
        DesContext des;
        piece.status = start(des, piece.iv);
        update(des, piece);
    } else {
        if (piece.number == 0) piece.status = start(chain_, work_.iv);
        update(chain_, piece);
    }
    if (piece.status != OG_OK)
        piece.fault = Fault::library;
    else if (piece.last && padded() && !work_.encrypt)
        unpad(piece);
}

// Takes the padding off the last piece.
void Stream::unpad(Piece &piece) {
    if (piece.size == 0) {  // only an empty input has an empty last piece: a block is held back
        piece.fault = Fault::nothing_there;
        return;
    }
    const int rest = unpadded(work_.padding, piece.data.get() + piece.size - block);
    if (rest < 0)
        piece.fault = Fault::bad_padding;
    else
        piece.size -= block - static_cast<std::size_t>(rest);
}

void Stream::give(Piece &piece) {
    writing_.await(piece.number);
    if (!stopped_) {
        if (piece.fault == Fault::none && !sink_.write(piece.data.get(), piece.size))
            piece.fault = Fault::writing;
        if (piece.fault == Fault::none) {
            progress_.add(piece.taken);
        } else {
            fault_ = piece.fault;
            status_ = piece.status;
            stopped_ = true;
            input_.interrupt();
        }
    }
    writing_.pass();
}

void Stream::pass_through(Piece &piece) {
    do {
        if (!splits()) ciphering_.await(piece.number);
        if (piece.fault == Fault::none) cipher(piece);
        if (!splits()) ciphering_.pass();
        give(piece);
    } while (take(piece));
}

std::string Stream::message(const std::string &name) const {
    switch (fault_) {
    case Fault::none:
        return "";
    case Fault::reading:
        return fmt::format("{}: {}", name, std::strerror(input_.error()));
    case Fault::no_whole_blocks:
        return fmt::format("{}: {} bytes is not a multiple of the block size 8{}", name, total_,
                           work_.encrypt ? " (--padding none)" : ": truncated, or encrypted in another mode");
    case Fault::nothing_there:
        return fmt::format("{}: empty; padded data have at least one block", name);
    case Fault::bad_padding:
        return fmt::format("{}: bad {} padding: wrong key, cipher, mode or padding, or damaged data", name,
                           padding_names[static_cast<std::size_t>(work_.padding)]);
    case Fault::library:
        return fmt::format("{}: {}", name, og_strerror(status_));
    case Fault::writing:
        return sink_.complaint();
    }
    return "";
}

std::string Stream::run(const std::string &name) {
    std::vector<std::jthread> threads;
    std::vector<std::unique_ptr<Piece>> pieces;
    threads.reserve(work_.threads);
    pieces.reserve(work_.threads);
    pieces.push_back(std::make_unique<Piece>());
    input_.may_be_interrupted();
    take(*pieces[0]);
    try {
        const SignalsElsewhere masked;
        const bool more = !ended_;  // theirs as soon as there are threads
        while (more && pieces.size() < work_.threads) {
            pieces.push_back(std::make_unique<Piece>());
            threads.emplace_back([this, &piece = *pieces.back()] {
                if (take(piece)) pass_through(piece);
            });
        }
    } catch (const std::system_error &) {
        // with fewer threads it is slower, no more
    }
    pass_through(*pieces[0]);
    threads.clear();  // joins them
    return message(name);
}

}  // namespace

std::string stream_des(const DesWork &work, Input &input, const std::string &name, Sink &sink,
                       Progress &progress) {
    return Stream(work, input, sink, progress).run(name);
}

}  // namespace og::cli
