// SPDX-License-Identifier: MIT
// Encrypts or decrypts a stream with DES in constant memory, with padding and several threads.
#pragma once

#include "des_key.hpp"
#include "des_options.hpp"
#include "files/sink.hpp"
#include "files/byte_source.hpp"
#include "text/progress.hpp"

namespace og::cli {

// The sectors of a disk image: each is a message in CBC, whose IV is the number of the sector, in units of
// 512 bytes, the least significant byte first, as dm-crypt's plain (32 bits) and plain64 have it.
struct Sectors {
    std::size_t size = 0;  // 512 to 4096 bytes, a power of two; 0: the input is one message
    bool of_32_bits = false;
    std::uint64_t first = 0;  // the number of the first sector of the input
};

// The parameters of an encryption or decryption. ECB ignores the IV.
struct DesWork {
    og_des_cipher cipher{};
    og_des_mode mode{};
    Padding padding{};
    bool encrypt = false;
    unsigned threads = 1;  // including the caller's
    KeyBytes key;
    bool key_is_right = false;  // so that wrong padding shows damaged data
    std::string guess;          // the derivation of the key, if only right padding speaks for it
    std::array<std::uint8_t, OG_DES_BLOCK_SIZE> iv{};
    Sectors sectors;
};

// Encrypts or decrypts the rest of input and writes it to sink. Returns "", or an error message that starts
// with `name`, the input's name in messages, or is the sink's own. After an error the bytes already written
// are correct but incomplete.
//
// The threads process chunks of 256 KiB. Each thread reads, transforms and writes a chunk, so one reads or
// writes while another encrypts. If the mode permits (ECB, CTR, and CBC and CFB when decrypting), several
// chunks are transformed in parallel. An input of one chunk starts no thread. If no thread can be started,
// the caller does all the work. Only one thread at a time uses the sink and the progress.
std::string stream_des(const DesWork &work, ByteSource &input, const std::string &name, Sink &sink,
                       Progress &progress);

}  // namespace og::cli
