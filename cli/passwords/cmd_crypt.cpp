// SPDX-License-Identifier: MIT
// `oldguard crypt`: hashes a password as the traditional crypt(3) does.
#include "commands.hpp"
#include "crypt_lines.hpp"
#include "files/output.hpp"
#include "files/secret_file.hpp"
#include "password.hpp"
#include "text/messages.hpp"

#include <oldguard/crypt.h>

#include <algorithm>
#include <memory>

namespace og::cli {
namespace {

struct CryptOptions {
    std::string salt, password_file;
    bool lines = false;
};

constexpr const char *crypt_examples =
    R"(The DES-based hash of old password files, with the answers of crypt(3). Only the first eight
characters of a password count. For anything new take what login programs take now: yescrypt.

SALT is two of ./0-9A-Za-z, or a whole hash of 13 characters, whose first two it then is: the
  password is right when the same hash comes out.
The password comes from the terminal, without echo, when standard input is one; else it is the
  first line of standard input; with --password-file all of that file. One line feed (LF) at the
  end is not part of it. It holds no NUL. An empty line is the empty password.

With --lines each line is SALT:PASSWORD, and a hash is printed for each: hundreds at once in bit
  slices, some 13 times faster than one by one, and in constant time. The last, where fewer than
  some 20 are left, go by tables, unless OLDGUARD_POLICY=constant-time forbids that.

Exit status: 0 done; 1 the file or password is at fault; 2 bad usage, or a wrong OLDGUARD_*
  variable.

Examples:
  oldguard crypt --salt ab
  oldguard crypt --salt abJnggxhB/yWI --password-file pass.txt
  sed 's/^/ab:/' words.txt | oldguard crypt --lines)";

int run(const CryptOptions &options) {
    if (replaces_a_secret("crypt", "-", {{"--password-file", options.password_file}})) return exit_usage;
    if (options.lines) {
        if (config_is_wrong("crypt")) return exit_usage;
        forbid_core_dump();
        return crypt_lines(options.password_file);
    }
    char hash[OG_CRYPT_DES_SIZE];
    // The library is asked with the empty password whether the salt is one, before a real one is.
    if (og_crypt_des("", options.salt.c_str(), hash) == OG_ERR_SALT) {
        complain_usage("crypt", fmt::format("--salt {}: two characters of ./0-9A-Za-z are needed, "
                                            "or a hash of 13 that begins with them",
                                            shell_quoted(options.salt)));
        return exit_usage;
    }
    if (config_is_wrong("crypt")) return exit_usage;
    forbid_core_dump();

    Password password;
    if (!read_password("crypt", options.password_file, password)) return exit_failed;
    std::uint8_t *end = password.text.data() + password.size;
    if (std::find(password.text.data(), end, 0) != end) {
        complain("crypt", "the password holds a NUL, where crypt(3) would end it");
        return exit_failed;
    }
    *end = 0;  // over the line feed, or in the room for it
    const int status =
        og_crypt_des(reinterpret_cast<const char *>(password.text.data()), options.salt.c_str(), hash);
    if (status != OG_OK) {
        complain("crypt", og_strerror(status));
        return exit_failed;
    }
    // A full disk is reported when standard output is closed.
    print(fmt::format("{}\n", hash));
    return exit_ok;
}

}  // namespace

void add_crypt(CLI::App &app, int &status) {
    auto options = std::make_shared<CryptOptions>();
    CLI::App *crypt = app.add_subcommand("crypt", "Hash a password as the DES-based crypt(3) does");
    CLI::Option *salt =
        crypt->add_option("--salt", options->salt, "Two characters, or a hash that begins with them")
            ->type_name("SALT");
    crypt
        ->add_option("--password-file", options->password_file,
                     "Take the password from this file, not from standard input")
        ->type_name("FILE");
    CLI::Option *lines =
        crypt->add_flag("--lines", options->lines, "Hash each line SALT:PASSWORD")->excludes(salt);
    crypt->footer(crypt_examples);
    crypt->callback([options, salt, lines, &status] {
        if (salt->empty() && lines->empty()) throw CLI::RequiredError("--salt");
        status = run(*options);
    });
}

}  // namespace og::cli
