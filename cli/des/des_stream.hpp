// SPDX-License-Identifier: MIT
// A file through DES in constant memory, with padding, by several threads.
#pragma once

#include "des_key.hpp"
#include "des_options.hpp"
#include "files/input.hpp"
#include "files/sink.hpp"
#include "text/progress.hpp"

namespace og::cli {

// What is to be done, and with which key. The IV is not looked at for ECB.
struct DesWork {
    og_des_cipher cipher{};
    og_des_mode mode{};
    Padding padding{};
    bool encrypt = false;
    unsigned threads = 1;  // the caller's included
    KeyBytes key;
    std::array<std::uint8_t, OG_DES_BLOCK_SIZE> iv{};
};

// Encrypts or decrypts all that is left of input into sink. The message of what went wrong, which
// starts with `name` (the input's, as messages show it) or is the sink's own; "" when nothing did.
// What the sink has got by then is right, but not all.
//
// Threads take the data by turns in pieces of 256 KiB: each reads one, ciphers it and writes it, so
// that one reads or writes while another ciphers. Where the mode lets a piece be ciphered without
// the one before (ECB, CTR, and CBC and CFB when decrypting) they cipher side by side. An input of
// one piece starts no thread; where none can be started the work is done all the same. The sink and
// the progress are used by one thread at a time.
std::string stream_des(const DesWork &work, Input &input, const std::string &name, Sink &sink,
                       Progress &progress);

}  // namespace og::cli
