// SPDX-License-Identifier: MIT
#include "des_stream.hpp"

#include "messages.hpp"
#include "progress.hpp"

#include <cstring>
#include <memory>

namespace og::cli {
namespace {

constexpr std::size_t block = OG_DES_BLOCK_SIZE;
constexpr std::size_t chunk = 256 * 1024;  // fits the second-level cache; a multiple of the block

// Room for a block held back, or of padding, besides a full chunk.
using Buffer = Secret<chunk + block>;

// Fills the block begun at the end of data: between 1 and 8 bytes.
std::size_t pad(Padding padding, std::uint8_t *data, std::size_t size) {
    std::size_t count = block - size % block;
    if (padding == Padding::pkcs7) {  // RFC 5652, section 6.3
        std::memset(data + size, static_cast<int>(count), count);
    } else {  // ISO/IEC 7816-4: one bit 1, then bits 0
        std::memset(data + size, 0, count);
        data[size] = 0x80;
    }
    return size + count;
}

// How many bytes of the last block are data, or -1 where the padding is wrong.
int unpadded(Padding padding, const std::uint8_t last[block]) {
    if (padding == Padding::pkcs7) {
        unsigned count = last[block - 1];
        if (count < 1 || count > block)
            return -1;
        for (std::size_t i = block - count; i < block; i++)
            if (last[i] != count)
                return -1;
        return static_cast<int>(block - count);
    }
    int size = block - 1;
    while (size >= 0 && last[size] == 0)
        size--;
    return size >= 0 && last[size] == 0x80 ? size : -1;
}

class Stream {
  public:
    Stream(const DesOptions &options, const DesJob &job, DesContext &des, Input &input,
           AtomicOutput &output)
        : options_(options), job_(job), des_(des), input_(input), output_(output),
          in_name_(options.in == "-" ? "standard input" : shell_quoted(options.in)),
          progress_(options.progress, options.in == "-" ? "standard input" : options.in,
                    options.progress ? input.size() : 0),
          buffer_(std::make_unique<Buffer>()) {}

    bool run();

  private:
    bool fail(const std::string &text);
    bool whole_blocks() const { return job_.mode == OG_ECB || job_.mode == OG_CBC; }
    bool put(std::size_t size);

    const DesOptions &options_;
    const DesJob &job_;
    DesContext &des_;
    Input &input_;
    AtomicOutput &output_;
    std::string in_name_;
    Progress progress_;
    std::unique_ptr<Buffer> buffer_;
};

// One line, that also says what an error comes too late for.
bool Stream::fail(const std::string &text) {
    progress_.finish();
    std::string line = text;
    if (!output_.undoable() && output_.written() > 0)
        line += fmt::format("; {} bytes already written to {} cannot be taken back",
                            output_.written(),
                            options_.out == "-" ? "standard output" : shell_quoted(options_.out));
    complain("des", line);
    return false;
}

bool Stream::put(std::size_t size) {
    std::uint8_t *data = buffer_->data();
    if (output_.write(data, size))
        return true;
    return fail(fmt::format("{}: {}",
                            options_.out == "-" ? "standard output" : shell_quoted(options_.out),
                            output_.error()));
}

bool Stream::run() {
    std::uint8_t *data = buffer_->data();
    bool padded = whole_blocks() && job_.padding != Padding::none;
    bool holds_back = padded && !options_.encrypt;
    std::uint64_t total = 0;
    // When decrypting padded data, `held` bytes at the start of the buffer are a decrypted block
    // that turns out to be the last, or not, with the next read.
    std::size_t held = 0;
    for (bool more = true; more;) {
        ssize_t got = input_.fill(data + held, chunk);
        if (got < 0)
            return fail(fmt::format("{}: {}", in_name_, std::strerror(input_.error())));
        auto size = static_cast<std::size_t>(got);
        more = size == chunk;
        total += size;
        progress_.add(size);
        if (!more && padded && options_.encrypt)
            size = pad(job_.padding, data, size);
        if (whole_blocks() && size % block != 0)
            return fail(fmt::format(
                "{}: {} bytes are not whole blocks of 8{}", in_name_, total,
                options_.encrypt ? " (--padding none)" : ": cut short, or not encrypted this way"));
        if (int status = og_des_update(&des_.ctx, data + held, data + held, size); status != OG_OK)
            return fail(fmt::format("{}: {}", in_name_, og_strerror(status)));
        size += held;
        held = holds_back && more ? block : 0;
        if (!more && holds_back) {
            if (total == 0)
                return fail(fmt::format("{}: empty: padded data have one block at least",
                                        in_name_));
            int rest = unpadded(job_.padding, data + size - block);
            if (rest < 0)
                return fail(fmt::format(
                    "{}: bad {} padding: the wrong key, cipher, mode or padding, or damaged data",
                    in_name_, options_.padding));
            size -= block - static_cast<std::size_t>(rest);
        }
        if (!put(size - held))
            return false;
        std::memmove(data, data + size - held, held);
    }
    progress_.finish();
    return true;
}

}  // namespace

bool stream_des(const DesOptions &options, const DesJob &job, DesContext &des, Input &input,
                AtomicOutput &output) {
    return Stream(options, job, des, input, output).run();
}

}  // namespace og::cli
