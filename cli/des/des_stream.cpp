// SPDX-License-Identifier: MIT
#include "des_stream.hpp"

#include "des_padding.hpp"
#include "os/secrets.hpp"
#include "os/signals.hpp"
#include "sequencer.hpp"

#include <oldguard/des_many.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace og::cli {
namespace {

// Large enough that the synchronization costs nothing compared to the cipher. Small enough that a chunk stays
// in the second-level cache from the read to the write. A multiple of the block size.
constexpr std::size_t chunk_size = 256 * 1024;
static_assert(chunk_size % block_size == 0);

// The reason why a chunk failed. The message is made after all threads have ended, so that they allocate
// no memory.
enum class Fault {
    none,
    reading,
    partial_block,
    empty,
    bad_padding,
    no_random,
    partial_sector,
    library,
    writing
};

// A part of the input. One thread reads, transforms and writes it.
struct Chunk {
    Chunk() : data(std::make_unique_for_overwrite<std::uint8_t[]>(room)) {}
    ~Chunk() {
        os::wipe(data.get(), used);
        if (other) os::wipe(other.get(), used);
    }
    Chunk(const Chunk &) = delete;
    Chunk &operator=(const Chunk &) = delete;

    // The data, one more block, which shows that the chunk is not the last one, and a block of padding.
    static constexpr std::size_t room = chunk_size + 2 * block_size;
    std::unique_ptr<std::uint8_t[]> data, other;  // other: of the same size, for sectors
    std::size_t used = 0;                         // bytes of data to wipe
    std::size_t size = 0;                         // bytes of data that are valid
    std::size_t bytes_read = 0;                   // bytes read from the input for this chunk
    std::uint32_t number = 0;
    bool last = false;
    Fault fault = Fault::none;
    int status = OG_OK;  // the error of Fault::library
    std::array<std::uint8_t, block_size> iv{};
};

class DesStream {
public:
    DesStream(const DesWork &work, ByteSource &input, Sink &sink, Progress &progress)
        : work_(work), input_(input), sink_(sink), progress_(progress), iv_(work.iv) {}

    // Processes the input. Returns the error message, or "".
    std::string run(const std::string &name);

private:
    // Says whether the mode processes whole blocks only.
    bool whole_blocks() const { return work_.mode == OG_ECB || work_.mode == OG_CBC; }
    bool padded() const { return whole_blocks() && work_.padding != Padding::none; }
    bool feedback() const { return work_.mode >= OG_CBC && work_.mode <= OG_CFB64; }
    // Says whether a chunk can be transformed without the chunk before it.
    bool independent() const {
        return work_.mode == OG_ECB || work_.mode == OG_CTR || (feedback() && !work_.encrypt) ||
               work_.sectors.size != 0;
    }
    int init(DesContext &des, const std::array<std::uint8_t, block_size> &iv) const;
    bool read(Chunk &chunk);
    void transform(Chunk &chunk);
    void write(Chunk &chunk);
    void run_worker(Chunk &chunk);
    void unpad(Chunk &chunk);
    void transform_sectors(Chunk &chunk) const;
    std::array<std::uint8_t, block_size> sector_iv(const Chunk &chunk, std::size_t at) const;
    std::string message(const std::string &name) const;

    const DesWork &work_;
    ByteSource &input_;
    Sink &sink_;
    Progress &progress_;

    // Protected by read_mutex_.
    std::mutex read_mutex_;
    std::uint32_t next_ = 0;   // number of the next chunk
    std::uint64_t total_ = 0;  // bytes read
    bool ended_ = false;
    std::array<std::uint8_t, block_size> iv_;  // of the next chunk if chunks are independent
    Secret<block_size> lookahead_;             // bytes already read for the next chunk
    std::size_t lookahead_size_ = 0;

    // Used in the order of the chunks if they are not independent.
    Sequencer chain_order_;
    DesContext chain_;

    // Written in the order of the chunks. stopped_ may be read at any time.
    Sequencer write_order_;
    std::atomic<bool> stopped_{false};
    Fault fault_ = Fault::none;  // the first fault
    int status_ = OG_OK;
};

int DesStream::init(DesContext &des, const std::array<std::uint8_t, block_size> &iv) const {
    return og_des_init(&des.ctx, work_.cipher, work_.mode, work_.encrypt, work_.key.data(),
                       og_des_key_size(work_.cipher), iv.data(), work_.mode == OG_ECB ? 0 : iv.size(),
                       OG_DES_CHECK_NONE);
}

// Adds blocks to a big-endian 64-bit counter (SP 800-38A, appendix B).
void add_to_counter(std::array<std::uint8_t, block_size> &counter, std::uint64_t blocks) {
    for (std::size_t i = block_size; i-- > 0;) {
        blocks += counter[i];
        counter[i] = static_cast<std::uint8_t>(blocks);
        blocks >>= 8;
    }
}

void update(DesContext &des, Chunk &chunk) {
    std::uint8_t *data = chunk.data.get();
    if (chunk.status == OG_OK) chunk.status = og_des_update(&des.ctx, data, data, chunk.size);
}

// Reads the next chunk. Returns false at the end of the input and after a fault.
bool DesStream::read(Chunk &chunk) {
    const std::lock_guard lock(read_mutex_);
    if (ended_ || stopped_) return false;
    chunk.number = next_++;
    chunk.iv = iv_;
    std::uint8_t *data = chunk.data.get();
    std::memcpy(data, lookahead_.data(), lookahead_size_);
    const ssize_t got = input_.fill(data + lookahead_size_, chunk_size + block_size - lookahead_size_);
    if (got < 0) {
        chunk.used = Chunk::room;
        chunk.fault = Fault::reading;
        ended_ = true;
        return true;
    }
    total_ += static_cast<std::uint64_t>(got);
    chunk.bytes_read = static_cast<std::size_t>(got);
    chunk.size = lookahead_size_ + chunk.bytes_read;
    chunk.used = std::max(chunk.used, std::min(chunk.size + block_size, Chunk::room));
    chunk.last = ended_ = chunk.size < chunk_size + block_size;
    if (chunk.last) return true;
    chunk.size = chunk_size;
    lookahead_size_ = block_size;
    std::memcpy(lookahead_.data(), data + chunk_size, lookahead_size_);
    if (work_.mode == OG_CTR)
        add_to_counter(iv_, chunk_size / block_size);
    else if (feedback() && !work_.encrypt)
        std::memcpy(iv_.data(), data + chunk_size - block_size, block_size);  // the last ciphertext block
    return true;
}

// Encrypts or decrypts a chunk in place.
void DesStream::transform(Chunk &chunk) {
    if (chunk.last && padded() && work_.encrypt) {
        const std::size_t size = pad(work_.padding, chunk.data.get(), chunk.size);
        if (size == chunk.size && work_.padding == Padding::iso10126) chunk.fault = Fault::no_random;
        chunk.size = size;
    }
    if (whole_blocks() && chunk.size % block_size != 0) {
        chunk.fault = Fault::partial_block;
        return;
    }
    if (work_.sectors.size != 0) {
        transform_sectors(chunk);
    } else if (independent()) {
        DesContext des;
        chunk.status = init(des, chunk.iv);
        update(des, chunk);
    } else {
        if (chunk.number == 0) chunk.status = init(chain_, work_.iv);
        update(chain_, chunk);
    }
    if (chunk.status != OG_OK)
        chunk.fault = Fault::library;
    else if (chunk.last && padded() && !work_.encrypt)
        unpad(chunk);
}

// Returns the IV of the sector at an offset of a chunk.
std::array<std::uint8_t, block_size> DesStream::sector_iv(const Chunk &chunk, std::size_t at) const {
    constexpr std::uint64_t unit = 512;
    std::uint64_t number = work_.sectors.first + (std::uint64_t{chunk.number} * chunk_size + at) / unit;
    if (work_.sectors.of_32_bits) number &= UINT32_MAX;
    std::array<std::uint8_t, block_size> iv;
    for (std::size_t i = 0; i < block_size; i++) iv[i] = static_cast<std::uint8_t>(number >> 8 * i);
    return iv;
}

// Encrypts each sector in a lane of its own, or decrypts all blocks at once and then adds to each the
// ciphertext before it.
void DesStream::transform_sectors(Chunk &chunk) const {
    const std::size_t sector = work_.sectors.size, key_size = og_des_key_size(work_.cipher);
    std::uint8_t *data = chunk.data.get();
    if (chunk.size % sector != 0) {
        chunk.fault = Fault::partial_sector;
        return;
    }
    if (work_.encrypt) {
        std::vector<std::array<std::uint8_t, block_size>> ivs(chunk.size / sector);
        std::vector<og_des_message> messages(ivs.size());
        for (std::size_t i = 0; i < ivs.size(); i++) {
            ivs[i] = sector_iv(chunk, i * sector);
            messages[i] = {work_.key.data(), ivs[i].data(), data + i * sector, data + i * sector, sector};
        }
        chunk.status =
            og_des_many(work_.cipher, OG_CBC, messages.data(), messages.size(), OG_DES_CHECK_NONE, nullptr);
        return;
    }
    if (!chunk.other) chunk.other = std::make_unique_for_overwrite<std::uint8_t[]>(Chunk::room);
    std::uint8_t *plain = chunk.other.get();
    chunk.status = og_des_crypt(work_.cipher, OG_ECB, 0, work_.key.data(), key_size, nullptr, 0,
                                OG_DES_CHECK_NONE, plain, data, chunk.size);
    for (std::size_t at = 0; at < chunk.size; at += sector) {
        const auto iv = sector_iv(chunk, at);
        for (std::size_t i = 0; i < block_size; i++) plain[at + i] ^= iv[i];
        for (std::size_t i = block_size; i < sector; i++) plain[at + i] ^= data[at + i - block_size];
    }
    std::swap(chunk.data, chunk.other);
}

// Removes the padding of the last chunk.
void DesStream::unpad(Chunk &chunk) {
    if (chunk.size == 0) {  // only if the input is empty, because read() keeps one block back
        if (work_.padding != Padding::zero && work_.padding != Padding::ignore) chunk.fault = Fault::empty;
        return;
    }
    const int rest = unpadded(work_.padding, chunk.data.get() + chunk.size - block_size);
    if (rest < 0)
        chunk.fault = Fault::bad_padding;
    else
        chunk.size -= block_size - static_cast<std::size_t>(rest);
}

// Writes a chunk in order. The first fault stops the other threads.
void DesStream::write(Chunk &chunk) {
    write_order_.wait_for(chunk.number);
    if (!stopped_) {
        if (chunk.fault == Fault::none && !sink_.write(chunk.data.get(), chunk.size))
            chunk.fault = Fault::writing;
        if (chunk.fault == Fault::none) {
            progress_.add(chunk.bytes_read);
        } else {
            fault_ = chunk.fault;
            status_ = chunk.status;
            stopped_ = true;
            input_.interrupt();
        }
    }
    write_order_.advance();
}

// Processes a chunk that was read, and all further chunks that this thread gets.
void DesStream::run_worker(Chunk &chunk) {
    do {
        if (!independent()) chain_order_.wait_for(chunk.number);
        if (chunk.fault == Fault::none) transform(chunk);
        if (!independent()) chain_order_.advance();
        write(chunk);
    } while (read(chunk));
}

std::string DesStream::message(const std::string &name) const {
    switch (fault_) {
    case Fault::none:
        return "";
    case Fault::reading:
        return fmt::format("{}: {}", name, input_.why());
    case Fault::partial_block:
        return fmt::format("{}: {} bytes is not a multiple of the block size 8{}", name, total_,
                           work_.encrypt ? " (--padding none)" : ": truncated, or encrypted in another mode");
    case Fault::empty:
        return fmt::format("{}: empty; padded data have at least one block", name);
    case Fault::bad_padding:
        return fmt::format("{}: bad {} padding: {}", name,
                           padding_names[static_cast<std::size_t>(work_.padding)],
                           work_.key_is_right ? "the key is right, so the data are damaged"
                                              : "wrong key, cipher, mode or padding, or damaged data");
    case Fault::no_random:
        return fmt::format("{}: no random bytes for the padding", name);
    case Fault::partial_sector:
        return fmt::format("{}: {} bytes is not a multiple of the sector size {}", name, total_,
                           work_.sectors.size);
    case Fault::library:
        return fmt::format("{}: {}", name, og_strerror(status_));
    case Fault::writing:
        return sink_.complaint();
    }
    return "";
}

std::string DesStream::run(const std::string &name) {
    std::vector<std::jthread> threads;
    std::vector<std::unique_ptr<Chunk>> chunks;
    threads.reserve(work_.threads);
    chunks.reserve(work_.threads);
    chunks.push_back(std::make_unique<Chunk>());
    input_.may_be_interrupted();
    read(*chunks[0]);
    try {
        const os::SignalsBlocked masked(
            true);                  // the calling thread handles them, and the writing thread SIGPIPE
        const bool more = !ended_;  // read before the threads change it
        while (more && chunks.size() < work_.threads) {
            chunks.push_back(std::make_unique<Chunk>());
            threads.emplace_back([this, &chunk = *chunks.back()] {
                if (read(chunk)) run_worker(chunk);
            });
        }
    } catch (const std::system_error &) {
        // fewer threads are only slower
    }
    run_worker(*chunks[0]);
    threads.clear();  // joins them
    return message(name);
}

}  // namespace

std::string stream_des(const DesWork &work, ByteSource &input, const std::string &name, Sink &sink,
                       Progress &progress) {
    return DesStream(work, input, sink, progress).run(name);
}

}  // namespace og::cli
