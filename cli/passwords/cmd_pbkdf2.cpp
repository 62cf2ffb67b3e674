// SPDX-License-Identifier: MIT
// `oldguard pbkdf2`: derives a key from a password.
#include "commands.hpp"
#include "files/atomic_output.hpp"
#include "files/input.hpp"
#include "files/secret_file.hpp"
#include "kernels/chosen.hpp"
#include "os/file.hpp"
#include "os/secrets.hpp"
#include "os/terminal.hpp"
#include "password.hpp"
#include "text/hex.hpp"
#include "text/messages.hpp"

#include <oldguard/kdf.h>

#include <charconv>
#include <memory>
#include <vector>

namespace og::cli {
namespace {

// In bytes. The standard permits 2^32 - 1 digests, more than fit into memory.
constexpr std::uint64_t longest_key = std::uint64_t{1} << 24;
constexpr std::size_t longest_salt = std::size_t{1} << 20;

struct Pbkdf2Options {
    std::string hash, salt_hex, salt_file, iterations, length, password_file, out = "-";
    bool has_salt_hex = false, has_salt_file = false, raw = false;
};

constexpr const char *pbkdf2_examples =
    R"(PBKDF2 (RFC 8018) with HMAC-SHA1 or HMAC-Whirlpool, for the keys of existing archives, volumes
and Wi-Fi networks. Use a memory-hard function such as Argon2 for anything new.

If standard input is a terminal, the password is read from it without echo. Otherwise it is the first
  line of standard input, or with --password-file the whole file. One line feed at the end is not part
  of the password. All other bytes are, including carriage returns and NULs. An empty line is the empty
  password. A password has at most 65535 bytes.
The salt file is used byte for byte and has at most 1 MiB. The key has at most 16 MiB.
OUT is created only when it is complete. Only its owner can read a new file.

Exit status: 0 success; 1 an error in the password or a file; 2 bad usage, or an invalid OLDGUARD_*
  variable.

Examples:
  oldguard pbkdf2 --hash sha1 --salt-hex 73616c74 --iterations 4096 --length 20
  oldguard pbkdf2 --hash whirlpool --salt-file salt.bin --iterations 1000 --length 192 \
      --password-file pass.txt --raw -o key.bin)";

// Parses a decimal number from 1 to most. Prints an error and returns false for anything else.
bool parse_count(const char *option, const std::string &text, std::uint64_t most, std::uint64_t &value) {
    const char *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc() && stop == end && value >= 1 && value <= most) return true;
    complain_usage("pbkdf2",
                   fmt::format("{} {}: must be a number from 1 to {}", option, shell_quoted(text), most));
    return false;
}

using Salt = std::vector<std::uint8_t>;

bool decode_salt(const std::string &text, Salt &salt) {
    const std::size_t digits = hex_digits(text);
    if (digits != text.size())
        complain_usage("pbkdf2",
                       fmt::format("--salt-hex: character {} is not a hexadecimal digit", digits + 1));
    else if (digits % 2 != 0)
        complain_usage("pbkdf2", fmt::format("--salt-hex: an odd number of hexadecimal digits ({})", digits));
    else {
        salt.resize(digits / 2);
        decode_hex(salt.data(), salt.size(), text);
        return true;
    }
    return false;
}

bool read_salt(const std::string &name, Salt &salt) {
    // "-" is a file name here, because standard input may contain the password.
    Input input(name == "-" ? "./-" : name);
    salt.resize(longest_salt + 1);
    const ssize_t got = input.ok() ? input.fill(salt.data(), salt.size()) : -1;
    const char *wrong = got < 0                                        ? std::strerror(input.error())
                        : static_cast<std::size_t>(got) > longest_salt ? "more than 1 MiB"
                                                                       : nullptr;
    if (wrong != nullptr) {
        complain("pbkdf2", fmt::format("--salt-file {}: {}", shell_quoted(name), wrong));
        return false;
    }
    salt.resize(static_cast<std::size_t>(got));
    return true;
}

// The derived key as bytes and as text. Both are wiped.
struct Key {
    std::vector<std::uint8_t> bytes;
    std::string text;
    ~Key() {
        os::wipe(bytes.data(), bytes.size());
        os::wipe(text.data(), text.size());
    }
};

bool write_key(const Pbkdf2Options &options, Key &key) {
    if (!options.raw) {
        key.text.reserve(2 * key.bytes.size() + 1);  // a reallocation would leave a copy that is not wiped
        append_hex(key.text, key.bytes.data(), key.bytes.size());
        key.text += '\n';
    }
    umask(077);  // only the owner can read a new file
    AtomicOutput output(options.out);
    const bool written = output.ok() && (options.raw ? output.write(key.bytes.data(), key.bytes.size())
                                                     : output.write(key.text.data(), key.text.size()));
    if (written && output.commit()) return true;
    complain("pbkdf2", output.complaint());
    return false;
}

int run(const Pbkdf2Options &options) {
    std::uint64_t iterations = 0, length = 0;
    if (options.has_salt_hex == options.has_salt_file) {
        complain_usage("pbkdf2", options.has_salt_hex ? "--salt-hex and --salt-file cannot be combined"
                                                      : "a salt is required: --salt-hex or --salt-file");
        return exit_usage;
    }
    if (!parse_count("--iterations", options.iterations, UINT64_MAX, iterations) ||
        !parse_count("--length", options.length, longest_key, length))
        return exit_usage;
    if (options.raw && options.out == "-" && os::is_terminal(STDOUT_FILENO)) {
        complain_usage("pbkdf2", "--raw: standard output is a terminal; use -o OUT");
        return exit_usage;
    }
    Salt salt;
    if (config_is_wrong("pbkdf2") ||
        replaces_a_secret("pbkdf2", options.out,
                          {{"--password-file", options.password_file}, {"--salt-file", options.salt_file}}) ||
        (options.has_salt_hex && !decode_salt(options.salt_hex, salt)))
        return exit_usage;
    os::forbid_core_dump();

    if (options.has_salt_file && !read_salt(options.salt_file, salt)) return exit_failed;
    Key key;
    key.bytes.resize(static_cast<std::size_t>(length));
    {
        Password password;
        if (!read_password("pbkdf2", options.password_file, password)) return exit_failed;
        const og_hash hash = options.hash == "sha1" ? OG_HASH_SHA1 : OG_HASH_WHIRLPOOL;
        const int status = og_pbkdf2(hash, password.text.data(), password.size, salt.data(), salt.size(),
                                     iterations, key.bytes.data(), key.bytes.size());
        if (status != OG_OK) {
            complain("pbkdf2", og_strerror(status));
            return exit_failed;
        }
    }
    return write_key(options, key) ? exit_ok : exit_failed;
}

}  // namespace

void describe_pbkdf2(Command &pbkdf2) {
    auto options = std::make_shared<Pbkdf2Options>();
    pbkdf2.add_option("--hash", options->hash, "Hash function of HMAC")
        ->manual("*NAME* is `sha1` or `whirlpool`.")
        ->required()
        ->check(one_of({"sha1", "whirlpool"}))
        ->type_name("NAME");
    Option *salt_hex = pbkdf2.add_option("--salt-hex", options->salt_hex, "The salt in hexadecimal")
                           ->manual("It may be empty.")
                           ->type_name("HEX");
    Option *salt_file =
        pbkdf2.add_option("--salt-file", options->salt_file, "File that contains the salt as raw bytes")
            ->manual("It has at most 1 MiB. A line end is part of the salt.")
            ->type_name("FILE");
    pbkdf2.add_option("--iterations", options->iterations, "Number of HMAC iterations, at least 1")
        ->manual("*N* is a decimal number of at most 18446744073709551615.")
        ->required()
        ->type_name("N");
    pbkdf2.add_option("--length", options->length, "Size of the key in bytes")
        ->manual("*BYTES* is a decimal number from 1 to 16777216.")
        ->required()
        ->type_name("BYTES");
    pbkdf2
        .add_option("--password-file", options->password_file,
                    "Read the password from FILE instead of standard input")
        ->type_name("FILE");
    pbkdf2.add_flag("--raw", options->raw, "Write the raw key instead of hexadecimal digits and a line feed")
        ->manual("The digits are lower-case.");
    pbkdf2.add_option("-o,--output", options->out, "Output file (default, or -: standard output)")
        ->manual("The file is created only when it is complete. After an error it is unchanged. Only its "
                 "owner can read and write a new file. A replaced file keeps its mode. The password file and "
                 "the salt file cannot be the output.")
        ->type_name("OUT");
    pbkdf2.footer(pbkdf2_examples);
    pbkdf2.callback([options, salt_hex, salt_file] {
        options->has_salt_hex = salt_hex->count() > 0;
        options->has_salt_file = salt_file->count() > 0;
        return run(*options);
    });
}

}  // namespace og::cli
