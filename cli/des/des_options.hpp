// SPDX-License-Identifier: MIT
// The options of `oldguard des`, and the names of ciphers, modes and paddings.
#pragma once

#include "os/file.hpp"
#include "os/terminal.hpp"
#include "text/progress.hpp"

#include <oldguard/des.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

enum class Padding : std::uint8_t { none, pkcs7, iso7816, zero, x923, iso10126, ignore };

// Returns whether wrong padding shows a wrong key, but for one in 256.
inline bool is_evidence(Padding padding) {
    return padding == Padding::pkcs7 || padding == Padding::iso7816 || padding == Padding::x923;
}

struct DesOptions {
    explicit DesOptions(std::string_view name) : command(name) {}

    std::string_view command;  // "des encrypt"
    bool encrypt = false;
    std::string cipher, mode, padding, key_file, key_hex, key_fill, iv, kernel;
    // The format around the ciphertext, and what that of openssl has.
    std::string format = "bare", password_file, digest, salt, base64;
    bool pbkdf2 = false, no_salt = false;
    std::optional<unsigned long long> iterations;
    std::optional<unsigned long long> most_iterations;
    // Of a disk image.
    std::string sector_iv;
    unsigned sector_size = 512;
    unsigned long long first_sector = 0;
    bool needs_stdin = true;  // `in` is an operand of the subcommand
    bool check_parity = false, check_weak = false, progress = false, quiet = false;
    bool raw = false;  // take the input for ciphertext, whatever it begins with
    unsigned threads = 2;
    std::string in = "-", out = "-";

    Show show() const { return quiet ? Show::never : progress ? Show::always : Show::on_terminal; }
    // Returns the same, but hides unrequested progress if the output goes to a terminal.
    Show show_beside_output() const {
        return out == "-" && !progress && os::is_terminal(STDOUT_FILENO) ? Show::never : show();
    }
};

inline constexpr std::array<std::string_view, 4> cipher_names{"des", "des-ede", "des-ede3", "desx"};
inline constexpr std::array<std::string_view, 7> mode_names{"ecb",   "cbc", "cfb1", "cfb8",
                                                            "cfb64", "ofb", "ctr"};
inline constexpr std::array<std::string_view, 7> padding_names{"none", "pkcs7",    "iso7816", "zero",
                                                               "x923", "iso10126", "ignore"};

// Returns the index of a name in a list. The parser has checked that the list contains it.
template <std::size_t N>
std::size_t index_of(const std::array<std::string_view, N> &names, std::string_view name) {
    std::size_t i = 0;
    while (i < N && names[i] != name) i++;
    return i;
}

// Returns the padding that --padding names, or the default of the mode.
inline Padding padding_of(const DesOptions &options, og_des_mode mode) {
    if (mode != OG_ECB && mode != OG_CBC) return Padding::none;
    return options.padding.empty() ? Padding::pkcs7
                                   : static_cast<Padding>(index_of(padding_names, options.padding));
}

}  // namespace og::cli
