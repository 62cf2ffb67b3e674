// SPDX-License-Identifier: MIT
#include "des_arguments.hpp"

#include "kernels/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace og::cli {
namespace {

using Names = std::pair<std::string_view, std::string_view>;  // another name without hyphens, and ours

constexpr std::array other_ciphers{
    Names{"3des", "des-ede3"},    Names{"des3", "des-ede3"},   Names{"tripledes", "des-ede3"},
    Names{"tdes", "des-ede3"},    Names{"tdea", "des-ede3"},   Names{"desede3", "des-ede3"},
    Names{"3des3", "des-ede3"},   Names{"3tdea", "des-ede3"},  Names{"3key3des", "des-ede3"},
    Names{"des3key", "des-ede3"}, Names{"2tdea", "des-ede"},   Names{"2key3des", "des-ede"},
    Names{"2key", "des-ede"},     Names{"des2", "des-ede"},    Names{"desede2", "des-ede"},
    Names{"2des", "des-ede"},     Names{"3des2", "des-ede"},   Names{"desede", "des-ede"},
    Names{"des112", "des-ede"},   Names{"des168", "des-ede3"}, Names{"des64", "des"},
    Names{"des56", "des"},        Names{"singledes", "des"},   Names{"dea", "des"},
    Names{"des", "des"},          Names{"desx", "desx"},       Names{"desxede", "desx"},
};
constexpr std::array other_modes{
    Names{"ecb", "ecb"},   Names{"cbc", "cbc"},     Names{"ncbc", "cbc"},  Names{"cfb1", "cfb1"},
    Names{"cfb8", "cfb8"}, Names{"cfb64", "cfb64"}, Names{"cfb", "cfb64"}, Names{"ofb64", "ofb"},
    Names{"ofb", "ofb"},   Names{"ctr", "ctr"},     Names{"ctr64", "ctr"},
};

// Returns the name in small letters, without what separates its words.
std::string letters_of(const std::string &name) {
    std::string letters;
    for (const char c : name)
        if (c != '-' && c != '_' && c != ' ' && c != '/' && c != '.')
            letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return letters;
}

template <std::size_t N> std::string_view ours(const std::array<Names, N> &names, std::string_view other) {
    const auto found = std::ranges::find(names, other, &Names::first);
    return found == names.end() ? "" : found->second;
}

// Returns our names of a cipher and of the mode behind it, which may be "". Both are "" for an unknown name.
Names split(const std::string &name) {
    const std::string letters = letters_of(name);
    for (std::size_t end = letters.size(); end >= 3; end--) {
        const std::string_view cipher = ours(other_ciphers, std::string_view(letters).substr(0, end));
        const std::string_view mode = ours(other_modes, std::string_view(letters).substr(end));
        if (!cipher.empty() && (end == letters.size() || !mode.empty())) return {cipher, mode};
    }
    return {};
}

// Says which other number of keys the name may mean.
std::string_view keys_of(std::string_view cipher) {
    return cipher == "des-ede3" ? ", or des-ede for a key of 16 bytes" : "";
}

}  // namespace

std::string cipher_hint(std::string name) {
    const auto [cipher, mode] = split(name);
    if (cipher.empty()) return "";
    return mode.empty() ? fmt::format("write {}{}", cipher, keys_of(cipher))
                        : fmt::format("write --cipher {} --mode {}", cipher, mode);
}

std::string mode_hint(std::string name) {
    const std::string_view mode = ours(other_modes, letters_of(name));
    return mode.empty() ? "" : fmt::format("write {}", mode);
}

std::string from_hint(std::string name) {
    const auto [cipher, mode] = split(name);
    if (cipher.empty()) return fmt::format("write a cipher and a mode, such as des-ede3-cbc");
    return fmt::format("write {}-{}{}", cipher, mode.empty() ? "cbc" : mode,
                       mode.empty() ? ", or another mode" : "");
}

std::string padding_hint(std::string name) {
    const std::string letters = letters_of(name);
    if (letters == "pkcs5" || letters == "pkcs" || letters == "pkcs5padding" || letters == "pkcs7padding")
        return "write pkcs7";
    if (letters.starts_with("zero") || letters == "null" || letters == "nul") return "write zero";
    if (letters.find("10126") != std::string::npos) return "write iso10126";
    if (letters.find("x923") != std::string::npos) return "write x923";
    if (letters == "nopadding" || letters == "off" || letters == "no") return "write none";
    return letters == "onezeroes" || letters == "bit" || letters == "iso97971" ? "write iso7816" : "";
}

// dm-crypt keys the cipher with the digest of the key, so their sizes must be equal
// (essiv_supported_algorithms in Linux's crypto/essiv.c).
std::string sector_iv_hint(std::string name) {
    return letters_of(name).starts_with("essiv") ? "dm-crypt has no essiv for des3_ede and des but with a "
                                                   "digest of 24 or 8 bytes: sha256 has 32"
                                                 : "";
}

void add_key_options(Command &command, DesOptions &options) {
    command.add_option("--key-file", options.key_file, "File with the key, raw or in hexadecimal")
        ->manual("It contains exactly as many raw bytes as the cipher requires, or twice as many hexadecimal "
                 "digits and at most one line end (LF or CRLF). For `des-ede`, 16 bytes that are all "
                 "hexadecimal digits are rejected, because they are a key of 8 bytes in hexadecimal. "
                 "`/dev/stdin` can supply the key if standard input is not used otherwise.")
        ->type_name("FILE");
    command
        .add_option("--key-hex", options.key_hex,
                    "The key in hexadecimal. Every user of this machine can see it in the"
                    "\nprocess list, and the shell may keep it in its history: prefer --key-file")
        ->type_name("HEX");
    command.add_flag("--check-parity", options.check_parity, "Reject a key that has a byte of even parity")
        ->manual("Without this option the parity bits are ignored, as in openssl.");
    command
        .add_flag("--check-weak", options.check_weak,
                  "Reject weak and semi-weak keys, and Triple DES keys that reduce to single DES")
        ->manual("These are the 4 weak and 12 semi-weak keys, and two equal consecutive keys.");
}

void add_block_options(Command &command, DesOptions &options) {
    command
        .add_option("--key-fill", options.key_fill,
                    "Fill a shorter key up with zero bytes, as mcrypt and PHP do. The key file"
                    "\nthen has raw bytes, and its line end does not count")
        ->manual("It has 1 to as many bytes as the cipher requires.")
        ->check(one_of({"zero"}))
        ->type_name("NAME");
    command
        .add_option("--iv", options.iv,
                    "Initialization vector: 16 hexadecimal digits, zero, or from-file for the"
                    "\nfirst 8 bytes of the ciphertext's file")
        ->manual("Programs in Java, .NET and PHP often write it there. `des encrypt` then writes random "
                 "bytes. Every mode except `ecb` requires one, unless `--format openssl` derives it.")
        ->type_name("HEX");
    command.add_option("--padding", options.padding, "Padding of ecb and cbc (default: pkcs7)")
        ->manual("*NAME* is `pkcs7` (RFC 5652), `iso7816` (ISO/IEC 7816-4: the byte 80, then zeros), `x923` "
                 "(ANSI X9.23: zeros, then the number of bytes), `iso10126` (random bytes, then their "
                 "number), `zero` (as many zeros as fill the block, as mcrypt, PHP and CryptoJS do; "
                 "decryption removes up to 8 zeros from the last block, which may have been data), `none` "
                 "(data of whole 8-byte blocks) or, for decryption, `ignore`, which removes what is right "
                 "for pkcs7 and keeps anything else. The other modes do not use padding.")
        ->check(one_of(padding_names).with_hint(padding_hint))
        ->type_name("NAME");
}

void add_format_options(Command &command, DesOptions &options) {
    const auto title = "Options of --format openssl";
    command
        .add_option("--format", options.format,
                    "What is around the ciphertext: bare is nothing, openssl is the form of"
                    "\nopenssl enc with a password, cms is EnvelopedData, also of S/MIME and PKCS #7,"
                    "\nfor decryption only (default: bare)")
        ->manual("See OPENSSL ENC and CMS AND S/MIME in oldguard-des(1).")
        ->check(one_of({"bare", "openssl", "cms"}))
        ->type_name("NAME");
    command
        .add_option("--password-file", options.password_file,
                    "Read the password from FILE, without a line end, instead of standard input")
        ->manual(
            "It also takes the place of the terminal. One line feed at the end is not part of the password. "
            "With `--format cms` it is the pass phrase of the private key.")
        ->type_name("FILE")
        ->group(title);
    command.add_option("--digest", options.digest, "Digest of the derivation, openssl's -md")
        ->manual("`sha1` and `whirlpool` are computed by oldguard, any other one by libcrypto of OpenSSL 3 "
                 "or later, which is loaded if it is needed.")
        ->type_name("NAME")
        ->group(title);
    command.add_flag("--pbkdf2", options.pbkdf2, "Derive the key with PBKDF2, as -pbkdf2 does")->group(title);
    command
        .add_option("--iterations", options.iterations,
                    "Iterations of PBKDF2, openssl's -iter (default: 10000)")
        ->manual("Implies `--pbkdf2`.")
        ->type_name("N")
        ->group(title);
    command
        .add_option("--most-iterations", options.most_iterations,
                    "Refuse more iterations than N (default: 10000000)")
        ->type_name("N")
        ->group(title);
    command.add_flag("--no-salt", options.no_salt, "There is no salt, as with -nosalt")->group(title);
    command
        .add_option("--salt", options.salt,
                    "The salt, 16 hexadecimal digits, of a file that does not have it (-S)")
        ->manual("openssl has no header with `-S` since 3.0.")
        ->type_name("HEX")
        ->group(title);
    command
        .add_option("--base64", options.base64,
                    "The file is base64 in lines of 64 digits (-a), or with --base64=line in"
                    "\none (-a -A). Decryption takes both, and sees \"Salted__\" in base64 by itself")
        ->check(one_of({"lines", "line"}))
        ->value_is_optional("lines")
        ->type_name("[FORM]")
        ->group(title);
}

void add_kernel_option(Command &command, DesOptions &options) {
    command.add_option("--kernel", options.kernel, "Use this kernel where it applies (see oldguard kernels)")
        ->type_name("STEM")
        ->offers([] { return kernel_names({"des.", "des3."}); });
}

void add_sector_options(Command &command, DesOptions &options) {
    const auto title = "Options of a disk image";
    command
        .add_option("--sector-iv", options.sector_iv,
                    "The data are sectors of a plain disk image, whose IVs are their numbers as in"
                    "\ndm-crypt's des3_ede-cbc-plain or -plain64")
        ->check(one_of({"plain", "plain64"}).with_hint(sector_iv_hint))
        ->type_name("NAME")
        ->group(title);
    command
        .add_option("--sector-size", options.sector_size,
                    "Bytes of a sector: 512, 1024, 2048 or 4096 (default: 512). The numbers"
                    "\ncount 512 bytes in any case")
        ->type_name("BYTES")
        ->group(title);
    command
        .add_option("--first-sector", options.first_sector,
                    "The number of the first sector of the data, cryptsetup's --skip (default: 0)")
        ->type_name("N")
        ->group(title);
}

void add_raw_option(Command &command, DesOptions &options) {
    command
        .add_flag("--raw", options.raw,
                  "Decrypt input that begins as another format, such as openssl enc's, too")
        ->manual("See OTHER FORMATS in oldguard-des(1). `des encrypt` does not have this option.");
}

void add_progress_options(Command &command, DesOptions &options) {
    command
        .add_flag("--progress", options.progress,
                  "Show MiB, percent, MiB/s and the time left on standard error. Without this"
                  "\noption they are shown only on a terminal, after the first second")
        ->manual("A MiB is 1048576 bytes. Percent are shown if the size is known. If the output goes to a "
                 "terminal, too, only this option shows them.");
    command.add_flag("--quiet", options.quiet, "Never show progress");
}

void add_threads_option(Command &command, DesOptions &options) {
    command.add_option("-j,--jobs", options.threads, "Number of threads, 1 to 64 (default: 2)")
        ->manual(
            "One thread reads or writes while another encrypts or decrypts. In `ecb` and `ctr`, and when "
            "decrypting in `cbc` and the `cfb` modes, they process different chunks of the data in parallel. "
            "The output does not depend on the number of threads. Each thread uses 256 KiB of memory.")
        ->check(in_range(1u, 64u))
        ->type_name("N");
}

}  // namespace og::cli
