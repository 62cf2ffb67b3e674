// SPDX-License-Identifier: MIT
// `oldguard crypt`: hashes a password as the traditional crypt(3) does.
#include "commands.hpp"
#include "crypt_lines.hpp"
#include "crypt_setting.hpp"
#include "crypt_verify.hpp"
#include "files/output.hpp"
#include "files/secret_file.hpp"
#include "kernels/chosen.hpp"
#include "os/secrets.hpp"
#include "password.hpp"
#include "text/messages.hpp"

#include <oldguard/status.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace og::cli {
namespace {

struct CryptOptions {
    std::string salt, password_file, verify, shadow;
    bool lines = false;
    std::uint64_t most_iterations = default_most_iterations;
};

constexpr const char *crypt_examples =
    R"(Prints the DES-based hash of old password files, exactly as crypt(3) does. Only the first eight
characters of a password count, in BSDi's extended form all. Use yescrypt for anything new.

SALT is two characters from ./0-9A-Za-z, or for BSDi's form _, four of the count of iterations and four
  of salt. At most 11 characters may follow, which have no effect, so that a hash can be given, which
  begins with its salt: the password is correct if the same hash is printed. A hash that was cut never
  is.
If standard input is a terminal, the password is read from it without echo. Otherwise it is the first
  line of standard input, or with --password-file the whole file. One line feed at the end is not part
  of the password. NUL bytes are rejected. An empty line is the empty password.

--lines reads lines SALT:PASSWORD and prints a hash for each. Hundreds are hashed at once by a
  constant-time bit-sliced kernel, about 13 times faster than one by one. A last group of fewer than
  about 20 lines uses lookup tables instead, unless OLDGUARD_POLICY=constant-time is set. BSDi's form
  never uses tables, and takes passwords of at most 511 bytes, as libxcrypt does.

--verify and --shadow take hashes of bigcrypt as well, whose passwords have up to 128 characters. Of a
  file with thousands of lines hundreds are hashed at once. Hashes of other methods are counted by name.

Exit status: 0 success, and a hash is that of the password; 1 none is, or an error in the password or a
  file; 2 bad usage, or an invalid OLDGUARD_*
  variable.

Examples:
  oldguard crypt --salt ab
  oldguard crypt --verify abJnggxhB/yWI --password-file pass.txt
  oldguard crypt --shadow old-shadow
  sed 's/^/ab:/' words.txt | oldguard crypt --lines)";

// Reads a password and ends it with a NUL instead of the line feed. Prints an error and returns false if it
// has a NUL.
bool read_c_string(const CryptOptions &options, Password &password) {
    if (!read_password("crypt", options.password_file, password)) return false;
    std::uint8_t *end = password.text.data() + password.size;
    if (std::find(password.text.data(), end, 0) != end) {
        complain("crypt", "the password contains a NUL byte, which ends it in crypt(3)");
        return false;
    }
    *end = 0;
    return true;
}

int run_verify(const CryptOptions &options) {
    const std::string why =
        options.shadow.empty() ? no_crypt_hash(options.verify, options.most_iterations) : "";
    if (!why.empty()) {
        complain_usage("crypt", fmt::format("--verify {}: {}", shell_quoted(options.verify), why));
        return exit_usage;
    }
    if (config_is_wrong("crypt")) return exit_usage;
    os::forbid_core_dump();
    const auto password = std::make_unique<Password>();
    if (!read_c_string(options, *password)) return exit_failed;
    if (!options.shadow.empty()) {
        std::string text;
        const int status = verify_shadow(options.shadow, options.most_iterations, *password, text);
        os::wipe(text.data(), text.size());
        return status;
    }
    const std::vector<bool> right = verify_hashes(*password, {options.verify});
    if (right.empty()) return exit_failed;
    if (!right[0]) complain("crypt", "the password is wrong");
    return right[0] ? exit_ok : exit_failed;
}

int run(const CryptOptions &options) {
    if (replaces_a_secret("crypt", "-", {{"--password-file", options.password_file}})) return exit_usage;
    if (options.lines) {
        if (config_is_wrong("crypt")) return exit_usage;
        os::forbid_core_dump();
        return crypt_lines(options.password_file, options.most_iterations);
    }
    if (const std::string why = refused_setting(options.salt, options.most_iterations); !why.empty()) {
        complain_usage("crypt", fmt::format("--salt {}: {}", shell_quoted(options.salt), why));
        return exit_usage;
    }
    if (config_is_wrong("crypt")) return exit_usage;
    os::forbid_core_dump();

    Password password;
    if (!read_c_string(options, password)) return exit_failed;
    std::vector<std::string> hashes;
    std::size_t bad;
    const int status = hash_passwords({reinterpret_cast<const char *>(password.text.data())},
                                      {options.salt.c_str()}, hashes, bad);
    if (status != OG_OK) {
        complain("crypt", hash_error(status));
        return exit_failed;
    }
    // close_stdout() reports write errors.
    print(fmt::format("{}\n", hashes[0]));
    return exit_ok;
}

}  // namespace

void describe_crypt(Command &crypt) {
    auto options = std::make_shared<CryptOptions>();
    Option *salt =
        crypt
            .add_option("--salt", options->salt,
                        "Two characters, or nine of BSDi's form, or a hash that begins with them")
            ->manual(
                "The characters are of `./0-9A-Za-z`. A salt of BSDi's form is `_`, four of them for the "
                "count of iterations, the lowest first, and four of salt. At most 11 more may follow, which "
                "have no effect. "
                "So a hash can be given, which begins with its salt. The password is correct if the "
                "same hash is printed. A hash that was cut begins the printed one and is not the same. "
                "A salt that crypt(3) rejects is an error.")
            ->type_name("SALT");
    crypt
        .add_option("--password-file", options->password_file,
                    "Read the password from FILE instead of standard input")
        ->type_name("FILE");
    Option *lines =
        crypt.add_flag("--lines", options->lines, "Read lines SALT:PASSWORD and hash each of them")
            ->manual("They come from standard input, or from the file given by `--password-file`. One hash "
                     "per line is printed, in the same order. The salt has the format of `--salt`. A line "
                     "has at most 65535 bytes. After an invalid line nothing is printed for that line nor "
                     "for the lines that were read together with it. Hundreds of passwords are hashed at "
                     "once, in constant time and about 13 times faster than one by one. A last group of "
                     "fewer than about 20 passwords is hashed as without this option. In BSDi's form all are "
                     "hashed in the lanes of that kernel.")
            ->excludes(salt);
    Option *verify = crypt
                         .add_option("--verify", options->verify,
                                     "Tell by the exit status whether HASH is that of the password")
                         ->type_name("HASH")
                         ->excludes(salt)
                         ->excludes(lines);
    Option *shadow =
        crypt
            .add_option("--shadow", options->shadow,
                        "Print the names of the lines NAME:HASH:... of FILE whose hash is that of"
                        "\nthe password")
            ->type_name("FILE")
            ->excludes(salt)
            ->excludes(lines)
            ->excludes(verify);
    crypt
        .add_option("--most-iterations", options->most_iterations,
                    "Refuse hashes of BSDi's form with more iterations than N (default: 1000000)")
        ->manual(
            "A core takes a second for the default, and half a minute for the most that a hash can have.")
        ->type_name("N");
    crypt.footer(crypt_examples);
    crypt.callback([options, salt, lines, verify, shadow] {
        if (verify->count() + shadow->count() > 0) return run_verify(*options);
        if (salt->count() == 0 && lines->count() == 0) {
            complain_usage("crypt", "--salt, --lines, --verify or --shadow is required");
            return exit_usage;
        }
        return run(*options);
    });
}

}  // namespace og::cli
