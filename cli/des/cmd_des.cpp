// SPDX-License-Identifier: MIT
// `oldguard des`: encrypts and decrypts files with DES and Triple DES.
#include "commands.hpp"
#include "des_arguments.hpp"
#include "des_job.hpp"
#include "file_to_file.hpp"
#include "files/secret_file.hpp"
#include "kernels/chosen.hpp"
#include "os/secrets.hpp"
#include "text/messages.hpp"

#include <memory>

namespace og::cli {
namespace {

constexpr const char *des_examples =
    R"(For existing data only: do not choose these ciphers for anything new. Nothing is
authenticated: a file that was modified decrypts to modified data.

Keys have 8 bytes for des, 16 for des-ede and 24 for des-ede3 and desx. The key of desx is a key of des,
  an inner and an outer key. A key file contains exactly that many raw bytes, or twice as many
  hexadecimal digits and at most one line end. The IV has 8 bytes (16 digits). Every mode except ecb
  requires one. With --iv from-file encrypt writes a random IV before the ciphertext.
Padding applies to ecb and cbc only: pkcs7 (default), iso7816 (80 00 .. 00), x923 (00 .. 00 and the
  number of bytes), iso10126 (random bytes and their number), zero (0 to 7 zeros; decrypt removes up
  to 8, which may be data) or none (the data must be whole blocks). ignore, for decrypt, removes what
  is right for pkcs7 and keeps anything else.
The output is identical to that of openssl enc -K -iv, which offers these modes for des and des-ede3:
  ecb cbc cfb1 cfb8 cfb64 ofb; for des-ede: ecb cbc cfb64 ofb; and for desx: cbc. openssl has no ctr.
  Here the IV is the first value of a 64-bit big-endian counter (SP 800-38A). cfb1 processes the bits
  of a byte from the most significant down.
--format openssl reads and writes what openssl enc does with a password. decrypt finds the derivation
  that versions of openssl use (MD5, SHA-256, PBKDF2 with 10000 iterations, and some that users choose)
  by the padding and the data, and says which it is, unless --digest, --pbkdf2 or --iterations names
  it. encrypt uses PBKDF2 with SHA-256 and 10000 iterations unless these name another. Digests other
  than sha1 and whirlpool are those of OpenSSL's libcrypto.
--format cms reads EnvelopedData of CMS, PKCS #7 and S/MIME, with the private key of a recipient in PEM or
  the session key. The cipher is des-ede3 in cbc unless --cipher names des.
--sector-iv takes the sectors of a disk image, each a message in cbc, as cryptsetup's plain mode has
  them. Their size is that of the image, and there is no padding. Both directions fill the lanes.
decrypt refuses IN if it begins as another format than the one that is named: a header before the
  ciphertext, an armour, an archive or a text. --raw decrypts it as it is.
OUT is created only when it is complete. After an error it is unchanged. It may be the same file as
  IN. Output to a pipe or terminal cannot be undone: wait for exit status 0 before using the data.

Exit status: 0 success; 1 an error in the data, the key or a file; 2 bad usage, or an invalid
  OLDGUARD_* variable.

Examples:
  oldguard des decrypt --cipher des-ede3 --mode cbc --key-file k.bin \
      --iv 0001020304050607 old.db.enc old.db
  oldguard des decrypt --cipher des-ede3 --mode cbc --format openssl --password-file pass old.enc old
  oldguard des decrypt --format cms --key-file private.pem smime.p7m old
  oldguard des decrypt --cipher des-ede3 --mode cbc --sector-iv plain64 --key-file k.bin disk.img new.img
  tar c data | oldguard des encrypt --cipher des-ede3 --mode ctr --key-file k.hex \
      --iv 00000000000000ff - data.tar.enc)";

constexpr const char *des_footer = R"(Examples:
  oldguard des identify old/*
  oldguard des encrypt --cipher des-ede3 --mode ctr --key-file k.bin --iv 00000000000000ff IN OUT
  oldguard des decrypt --cipher des-ede3 --mode cbc --key-file k.bin --iv 0001020304050607 IN OUT
  oldguard des mac --algorithm cmac --cipher des-ede3 --key-file k.bin IN
  oldguard des recrypt --from des-ede3-cbc --key-file k.bin --iv 0001020304050607 \
      --to-command 'age -e -i new.key' --verify-command 'age -d -i new.key' --suffix .age IN)";

// Encrypts or decrypts a file. Returns "" or an error message.
std::string transform(DesJob &job, FileToFile &files) {
    std::unique_ptr<ByteSource> inner;
    std::unique_ptr<Sink> outer;
    std::string wrong = job.work.encrypt ? job.container->begin(job.work, *files.output, outer)
                                         : job.container->open(files.input, files.name, job.work, inner);
    if (!wrong.empty()) return wrong;
    Sink &sink = outer ? *outer : *files.output;
    wrong = stream_des(job.work, inner ? *inner : files.input, files.name, sink, *files.progress);
    return wrong.empty() && !sink.finish() ? sink.complaint() : wrong;
}

// Sets the cipher and the mode that --format cms has by default. Prints an error and returns false if one of
// them is required.
bool complete(DesOptions &options) {
    const bool cms = options.format == "cms";
    if (cms && options.cipher.empty()) options.cipher = "des-ede3";
    if (cms && options.mode.empty()) options.mode = "cbc";
    const char *missing = options.cipher.empty() ? "--cipher" : options.mode.empty() ? "--mode" : nullptr;
    if (missing != nullptr) complain_usage(options.command, fmt::format("{} is required", missing));
    return missing == nullptr;
}

int run_des(DesOptions &options) {
    if (!complete(options)) return exit_usage;
    const auto job = std::make_unique<DesJob>();
    if (!evaluate(options, "--mode " + options.mode, *job) || config_is_wrong("des") ||
        replaces_a_secret(options.command, options.out,
                          {{"--key-file", options.key_file}, {"--password-file", options.password_file}}))
        return exit_usage;
    if (!options.kernel.empty() && !force_kernel("des", options.kernel, {"des.", "des3."})) return exit_usage;
    os::forbid_core_dump();
    if (int status = read_secrets(options, "--cipher " + options.cipher, *job)) return status;

    FileToFile files(options);
    if (!files.ok()) return exit_failed;
    return files.finish(transform(*job, files));
}

void describe_direction(Command &command, bool encrypt) {
    auto options = std::make_shared<DesOptions>(encrypt ? "des encrypt" : "des decrypt");
    options->encrypt = encrypt;
    command
        .add_option("--cipher", options->cipher,
                    "des: single DES; des-ede, des-ede3: Triple DES with two or three keys; desx: DESX")
        ->manual("Their keys have 8, 16, 24 and 24 bytes. That of DESX is a key of DES, and an inner and an "
                 "outer key that are added to each block before and after DES. Required except with "
                 "`--format cms`, where `des-ede3` is the default.")
        ->check(one_of(cipher_names).with_hint(cipher_hint))
        ->type_name("NAME");
    command.add_option("--mode", options->mode, "Mode of operation")
        ->manual("*NAME* is `ecb`, `cbc`, `cfb1`, `cfb8` and `cfb64` (feedback of 1, 8 and 64 bits), `ofb` "
                 "(feedback of 64 bits) or `ctr`; see MODES. Required except with `--format cms`.")
        ->check(one_of(mode_names).with_hint(mode_hint))
        ->type_name("NAME");
    add_key_options(command, *options);
    add_block_options(command, *options);
    add_kernel_option(command, *options);
    if (!encrypt) add_raw_option(command, *options);
    add_threads_option(command, *options);
    add_progress_options(command, *options);
    add_format_options(command, *options);
    add_sector_options(command, *options);
    command.add_operand("IN", options->in, "Input file (default, or -: standard input)");
    command.add_operand("OUT", options->out, "Output file (default, or -: standard output)");
    command.footer(des_examples);
    command.callback([options] {
        const int status = run_des(*options);
        os::wipe(options->key_hex.data(), options->key_hex.size());
        return status;
    });
}

void describe_encrypt(Command &encrypt) { describe_direction(encrypt, true); }
void describe_decrypt(Command &decrypt) { describe_direction(decrypt, false); }

}  // namespace

void describe_des(Command &des) {
    des.footer(des_footer);
    des.add_subcommand("encrypt", "Encrypt IN and write OUT", describe_encrypt);
    des.add_subcommand("decrypt", "Decrypt IN and write OUT", describe_decrypt);
    des.add_subcommand("identify", "Say what files are and what opens them", describe_des_identify);
    des.add_subcommand("key", "Check, combine and derive keys", describe_des_key);
    des.add_subcommand("mac", "Compute or verify a message authentication code", describe_des_mac);
    des.add_subcommand("recrypt", "Migrate files to another cipher", describe_des_recrypt);
}

}  // namespace og::cli
