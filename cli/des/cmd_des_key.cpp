// SPDX-License-Identifier: MIT
// `oldguard des key`: what a key is, and keys that come from other keys or from passwords.
#include "commands.hpp"
#include "dukpt.hpp"
#include "files/atomic_output.hpp"
#include "files/input.hpp"
#include "files/output.hpp"
#include "files/secret_file.hpp"
#include "files/whole_file.hpp"
#include "kernels/chosen.hpp"
#include "key_file.hpp"
#include "lm_hash.hpp"
#include "os/secrets.hpp"
#include "passwords/password.hpp"
#include "text/hex.hpp"
#include "text/messages.hpp"
#include "text/table.hpp"
#include "vnc.hpp"

#include <oldguard/des_mac.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <vector>

namespace og::cli {
namespace {

struct KeyOptions {
    std::string key_file, key_hex, ksn, vnc, password_file, out;
    std::vector<std::string> components;
    bool fix = false, show = false, lm = false;
};

constexpr const char *key_examples =
    R"(Says what a key of 8, 16 or 24 bytes is: its parity, whether a part is weak or semi-weak, whether two
parts are equal, and its check values (the first 3 bytes of the encryption of zeros, and of the CMAC of a
block of zeros). The key file has raw bytes or hexadecimal digits. Secrets are printed only with --show,
and written only with -o, to a file that only its owner can read.

--component FILE, two or more times, adds the parts of a key that several people have (xor).
--ksn derives the keys of a DUKPT transaction (ANSI X9.24-1 with Triple DES) from the base derivation key
  of 16 bytes: the initial key, and the keys for PINs, MACs and data.
--vnc FILE decodes the password, or both, of a VNC password file.
--lm makes the LAN Manager hash of a password, which opens accounts as the password does.

Exit status: 0 success; 1 an error in a key, a password or a file; 2 bad usage, or an invalid OLDGUARD_*
  variable.

Examples:
  oldguard des key --key-file k.bin
  oldguard des key --component a.key --component b.key --fix-parity -o k.hex
  oldguard des key --key-file bdk.hex --ksn FFFF9876543210E00001 --show
  oldguard des key --vnc ~/.vnc/passwd --show)";

struct AnyKey {
    Secret<24> bytes;
    std::size_t size = 0;

    og_des_cipher cipher() const { return size == 8 ? OG_DES : size == 16 ? OG_DES_EDE : OG_DES_EDE3; }
};

bool refuse(const std::string &text) {
    complain("des", text);
    return false;
}

// Reads a key whose size is not known: 16, 32 or 48 hexadecimal digits, else 8, 16 or 24 raw bytes.
bool take_key(const std::string &source, std::string_view text, AnyKey &key) {
    std::string_view digits = text;
    if (digits.ends_with('\n')) digits.remove_suffix(digits.ends_with("\r\n") ? 2 : 1);
    const bool is_hex = hex_digits(digits) == digits.size();
    for (const std::size_t size : {8, 16, 24}) {
        if (is_hex && digits.size() == 2 * size) {
            decode_hex(key.bytes.data(), size, digits);
            key.size = size;
            return true;
        }
        if (text.size() == size && !(is_hex && size == 16)) {
            std::copy_n(text.data(), size, key.bytes.data());
            key.size = size;
        }
    }
    return key.size != 0 ||
           refuse(fmt::format(
               "{}: {} bytes; a key has 8, 16 or 24 raw bytes, or 16, 32 or 48 hexadecimal digits", source,
               text.size()));
}

// Takes the key of --key-hex.
bool take_digits(std::string_view digits, AnyKey &key) {
    if (const std::size_t count = hex_digits(digits); count != digits.size())
        return refuse(fmt::format("--key-hex: character {} is not a hexadecimal digit", count + 1));
    if (digits.size() != 16 && digits.size() != 32 && digits.size() != 48)
        return refuse(fmt::format("--key-hex: {} hexadecimal digits; a key has 16, 32 or 48", digits.size()));
    key.size = digits.size() / 2;
    decode_hex(key.bytes.data(), key.size, digits);
    return true;
}

bool take_key_file(std::string_view option, const std::string &name, AnyKey &key) {
    const std::string source = fmt::format("{} {}", option, shell_quoted(name));
    Input input(name == "-" ? "./-" : name);
    Secret<128> text;
    const ssize_t got = input.ok() ? input.fill(text.data(), text.bytes.size()) : -1;
    if (got < 0) return refuse(fmt::format("{}: {}", source, std::strerror(input.error())));
    return take_key(
        source, std::string_view(reinterpret_cast<const char *>(text.data()), static_cast<std::size_t>(got)),
        key);
}

bool add_components(const std::vector<std::string> &files, AnyKey &key) {
    for (const std::string &file : files) {
        AnyKey one;
        if (!take_key_file("--component", file, one)) return false;
        if (key.size != 0 && key.size != one.size)
            return refuse(fmt::format("--component {}: {} bytes, and the one before has {}",
                                      shell_quoted(file), one.size, key.size));
        key.size = one.size;
        for (std::size_t i = 0; i < one.size; i++) key.bytes.bytes[i] ^= one.bytes.bytes[i];
    }
    return true;
}

// Returns the digits, with room for a line's end: a reallocation would leave a copy that is not wiped.
std::string hex(const std::uint8_t *bytes, std::size_t size) {
    std::string text;
    text.reserve(2 * size + 1);
    append_hex(text, bytes, size);
    return text;
}

using Rows = std::vector<std::vector<std::string>>;

// Returns the first 3 bytes of the encryption of a block of zeros.
std::string check_value(const std::uint8_t *key, og_des_cipher cipher) {
    std::array<std::uint8_t, 8> block{};
    og_des_crypt(cipher, OG_ECB, 1, key, og_des_key_size(cipher), nullptr, 0, OG_DES_CHECK_NONE, block.data(),
                 block.data(), block.size());
    return hex(block.data(), 3);
}

std::string cmac_check_value(const AnyKey &key) {
    constexpr std::array<std::uint8_t, 8> zeros{};
    std::array<std::uint8_t, 8> mac{};
    og_des_mac(OG_MAC_CMAC, OG_MAC_PAD_OWN, key.cipher(), key.bytes.data(), key.size, zeros.data(),
               zeros.size(), OG_DES_CHECK_NONE, mac.data(), mac.size());
    return hex(mac.data(), 3);
}

bool same(const std::uint8_t *a, const std::uint8_t *b) {
    unsigned difference = 0;
    for (std::size_t i = 0; i < 8; i++) difference |= (a[i] ^ b[i]) & 0xfeu;
    return difference == 0;
}

// Of the 16 keys that og_des_key_is_weak names, the weak ones have halves of equal bits: all bytes are equal,
// or four and four.
bool is_semi_weak(const std::uint8_t *key) {
    return (key[0] & 0xfe) != (key[1] & 0xfe) || (key[4] & 0xfe) != (key[5] & 0xfe);
}

Rows describe(const AnyKey &key) {
    constexpr std::array<std::string_view, 3> kinds{"one key", "two keys", "three keys"};
    const std::uint8_t *bytes = key.bytes.data();
    const std::size_t count = key.size / 8;
    std::string kind(kinds[count - 1]), even, weak;
    if (count == 3 && same(bytes, bytes + 16)) kind = "two keys, K1 = K3";
    if ((count >= 2 && same(bytes, bytes + 8)) || (count == 3 && same(bytes + 8, bytes + 16)))
        kind += ", equal ones: this is single DES";
    for (std::size_t i = 0; i < key.size; i++)
        if (std::popcount(bytes[i]) % 2 == 0)
            even += fmt::format("{}{}", even.empty() ? "even in bytes " : ", ", i + 1);
    for (std::size_t i = 0; i < count; i++)
        if (og_des_key_is_weak(bytes + 8 * i) == 1)
            weak += fmt::format("{}key {} is {}weak", weak.empty() ? "" : ", ", i + 1,
                                is_semi_weak(bytes + 8 * i) ? "semi-" : "");
    return {{"size", fmt::format("{} bytes, {}", key.size, kind)},
            {"parity", even.empty() ? "odd" : even},
            {"weak", weak.empty() ? "no" : weak},
            {"check value", check_value(bytes, key.cipher())},
            {"check value, CMAC", cmac_check_value(key)}};
}

// Prints rows and wipes them. A secret is in a row only if --show prints it.
int print_rows(Rows &rows) {
    std::string text = aligned(rows);
    const bool printed = print(text);
    os::wipe(text.data(), text.size());
    for (auto &row : rows) os::wipe(row[1].data(), row[1].size());
    return printed ? exit_ok : exit_failed;
}

bool write_key(const std::string &name, const AnyKey &key) {
    std::string text = hex(key.bytes.data(), key.size);
    text += '\n';
    AtomicOutput output(name, {.mode = 0600});
    const bool written = output.ok() && output.write(text.data(), text.size()) && output.commit();
    os::wipe(text.data(), text.size());
    return written || refuse(output.complaint());
}

int run_dukpt(const KeyOptions &options, const AnyKey &key) {
    Ksn ksn;
    const std::string wrong = decode_key(options.ksn, "a key serial number", ksn.size(), ksn.data());
    if (!wrong.empty()) {
        complain_usage("des key", "--ksn: " + wrong);
        return exit_usage;
    }
    if (key.size != 16)
        return refuse(fmt::format("--ksn: the base derivation key has 16 bytes, not {}", key.size)),
               exit_failed;
    if (std::popcount(ksn_counter(ksn)) > 10)
        return refuse("--ksn: its counter has more than 10 bits that are 1, which no terminal uses"),
               exit_failed;
    TwoKeys base, initial, transaction;
    std::copy_n(key.bytes.data(), 16, base.data());
    dukpt_initial_key(base, ksn, initial);
    Rows rows;
    const auto add = [&](const char *name, const TwoKeys &one) {
        std::vector<std::string> row{name, check_value(one.data(), OG_DES_EDE)};
        if (options.show) row.insert(row.begin() + 1, hex(one.data(), 16));
        rows.push_back(std::move(row));
    };
    rows.push_back(options.show ? std::vector<std::string>{"use", "key", "check value"}
                                : std::vector<std::string>{"use", "check value"});
    add("initial key", initial);
    if (ksn_counter(ksn) != 0) {
        dukpt_transaction_key(initial, ksn, transaction);
        const std::pair<const char *, DukptUse> uses[] = {{"PIN", DukptUse::pin},
                                                          {"MAC, request", DukptUse::mac_request},
                                                          {"MAC, response", DukptUse::mac_response},
                                                          {"data, request", DukptUse::data_request},
                                                          {"data, response", DukptUse::data_response}};
        for (const auto &[name, use] : uses) {
            TwoKeys session;
            dukpt_session_key(transaction, use, session);
            add(name, session);
        }
    }
    return print_rows(rows);
}

int run_vnc(const KeyOptions &options) {
    std::array<Secret<8>, 2> passwords;
    std::size_t count;
    if (const std::string why = read_vnc_file(options.vnc, passwords, count); !why.empty()) {
        complain("des", fmt::format("--vnc {}: {}", shell_quoted(options.vnc), why));
        return exit_failed;
    }
    Rows rows;
    for (std::size_t i = 0; i < count; i++) {
        const std::string_view text = vnc_text(passwords[i]);
        rows.push_back({i == 0 ? "password" : "password of viewers",
                        options.show ? shell_quoted(std::string(text))
                                     : fmt::format("{} characters (--show)", text.size())});
    }
    return print_rows(rows);
}

int run_lm(const KeyOptions &options) {
    const auto password = std::make_unique<Password>();
    if (!read_password("des", options.password_file, *password)) return exit_failed;
    if (password->size > 14)
        return refuse("--lm: the password is longer than 14 bytes, and has no LAN Manager hash"), exit_failed;
    for (std::size_t i = 0; i < password->size; i++)
        if (password->text.bytes[i] > 127)
            return refuse(
                       "--lm: the password has characters that are not ASCII, whose code page is not known"),
                   exit_failed;
    Secret<16> hash;
    lm_hash(std::span(password->text.bytes).first(password->size), hash);
    Rows rows{{"LM hash", hex(hash.data(), hash.bytes.size())}};
    return print_rows(rows);
}

int usage(const std::string &text) {
    complain_usage("des key", text);
    return exit_usage;
}

int run(const KeyOptions &options) {
    const int sources = !options.key_file.empty() + !options.key_hex.empty() + !options.components.empty() +
                        !options.vnc.empty() + options.lm;
    if (sources != 1)
        return usage("exactly one of --key-file, --key-hex, --component, --vnc and --lm is needed");
    if (options.components.size() == 1) return usage("--component must be given two or more times");
    const bool has_key = options.vnc.empty() && !options.lm;
    if (!has_key && (options.fix || !options.out.empty() || !options.ksn.empty()))
        return usage("--fix-parity, --ksn and -o need a key");
    if (!options.lm && !options.password_file.empty()) return usage("--password-file needs --lm");
    if (options.lm && !options.show) return usage("--lm prints a secret: --show is needed");
    if (options.out == "-") return usage("-o - would print the key: --show does that");
    if (!options.ksn.empty() && (options.fix || !options.out.empty()))
        return usage("--ksn cannot be combined with --fix-parity and -o");
    const auto is_replaced = [&](const char *option, const std::string &file) {
        return !options.out.empty() && replaces_a_secret("des key", options.out, {{option, file}});
    };
    if (config_is_wrong("des") || is_replaced("--key-file", options.key_file) ||
        std::ranges::any_of(options.components,
                            [&](const std::string &file) { return is_replaced("--component", file); }))
        return exit_usage;
    os::forbid_core_dump();
    if (!options.vnc.empty()) return run_vnc(options);
    if (options.lm) return run_lm(options);
    AnyKey key;
    if (!(!options.key_file.empty()     ? take_key_file("--key-file", options.key_file, key)
          : !options.components.empty() ? add_components(options.components, key)
                                        : take_digits(options.key_hex, key)))
        return exit_failed;
    if (!options.ksn.empty()) return run_dukpt(options, key);
    if (options.fix)
        for (std::size_t at = 0; at < key.size; at += 8) og_des_key_fix_parity(key.bytes.data() + at);
    if (!options.out.empty() && !write_key(options.out, key)) return exit_failed;
    Rows rows = describe(key);
    if (options.show) rows.insert(rows.begin(), {"key", hex(key.bytes.data(), key.size)});
    return print_rows(rows);
}

}  // namespace

void describe_des_key(Command &command) {
    auto options = std::make_shared<KeyOptions>();
    command.add_option("--key-file", options->key_file, "File with the raw or hexadecimal key")
        ->type_name("FILE");
    command
        .add_option("--key-hex", options->key_hex,
                    "The key in hexadecimal. Every user of this machine can see it in the"
                    "\nprocess list: prefer --key-file")
        ->type_name("HEX");
    command
        .add_each("--component", options->components,
                  "File with a part of the key; the parts are added (xor)")
        ->type_name("FILE");
    command.add_flag("--fix-parity", options->fix, "Set the parity bits, so that each byte has odd parity");
    command
        .add_option("--ksn", options->ksn,
                    "Derive the DUKPT keys of this key serial number, 20 hexadecimal digits")
        ->type_name("HEX");
    command.add_option("--vnc", options->vnc, "Decode a VNC password file")->type_name("FILE");
    command.add_flag("--lm", options->lm, "Make the LAN Manager hash of a password");
    command
        .add_option("--password-file", options->password_file,
                    "Read the password of --lm from FILE instead of standard input")
        ->type_name("FILE");
    command.add_flag("--show", options->show, "Print secrets");
    command.add_option("-o,--output", options->out, "Write the key to OUT, in hexadecimal")->type_name("OUT");
    command.footer(key_examples);
    command.callback([options] {
        const int status = run(*options);
        os::wipe(options->key_hex.data(), options->key_hex.size());
        return status;
    });
}

}  // namespace og::cli
