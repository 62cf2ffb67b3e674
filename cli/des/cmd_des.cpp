// SPDX-License-Identifier: MIT
// `oldguard des`: encrypts and decrypts files with DES and Triple DES.
#include "commands.hpp"
#include "des_arguments.hpp"
#include "des_key.hpp"
#include "des_stream.hpp"
#include "file_to_file.hpp"
#include "files/secret_file.hpp"
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
  requires one.
Padding applies to ecb and cbc only: pkcs7 (default), iso7816 (80 00 .. 00) or none (the data must
  be whole blocks).
The output is identical to that of openssl enc -K -iv, which offers these modes for des and des-ede3:
  ecb cbc cfb1 cfb8 cfb64 ofb; for des-ede: ecb cbc cfb64 ofb; and for desx: cbc. openssl has no ctr.
  Here the IV is the first value of a 64-bit big-endian counter (SP 800-38A). cfb1 processes the bits
  of a byte from the most significant down.
decrypt refuses IN if it begins as another format: a header before the ciphertext, as openssl enc with
  a password writes it, an armour, an archive or a text. --raw decrypts it as it is.
OUT is created only when it is complete. After an error it is unchanged. It may be the same file as
  IN. Output to a pipe or terminal cannot be undone: wait for exit status 0 before using the data.

Exit status: 0 success; 1 an error in the data, the key or a file; 2 bad usage, or an invalid
  OLDGUARD_* variable.

Examples:
  oldguard des decrypt --cipher des-ede3 --mode cbc --key-file k.bin \
      --iv 0001020304050607 old.db.enc old.db
  tar c data | oldguard des encrypt --cipher des-ede3 --mode ctr --key-file k.hex \
      --iv 00000000000000ff - data.tar.enc)";

constexpr const char *des_footer = R"(Examples:
  oldguard des encrypt --cipher des-ede3 --mode ctr --key-file k.bin --iv 00000000000000ff IN OUT
  oldguard des decrypt --cipher des-ede3 --mode cbc --key-file k.bin --iv 0001020304050607 IN OUT
  oldguard des mac --algorithm cmac --cipher des-ede3 --key-file k.bin IN
  oldguard des recrypt --from des-ede3-cbc --key-file k.bin --iv 0001020304050607 \
      --to-command 'age -e -i new.key' --verify-command 'age -d -i new.key' --suffix .age IN)";

// Returns whether the options are consistent. Prints an error if not.
bool consistent(const DesOptions &options, og_des_mode mode) {
    auto refuse = [&](const std::string &text) {
        complain_usage(options.command, text);
        return false;
    };
    if (!one_key_given(options)) return false;
    if (mode == OG_ECB && !options.iv.empty()) return refuse("--iv cannot be used with --mode ecb");
    if (mode != OG_ECB && options.iv.empty())
        return refuse(fmt::format("--iv is required with --mode {}: 16 hexadecimal digits", options.mode));
    if (mode != OG_ECB && mode != OG_CBC && !options.padding.empty() && options.padding != "none")
        return refuse(
            fmt::format("--padding {}: --mode {} does not use padding", options.padding, options.mode));
    return true;
}

int run_des(DesOptions &options) {
    DesWork work;
    work.encrypt = options.encrypt;
    work.threads = options.threads;
    work.cipher = static_cast<og_des_cipher>(index_of(cipher_names, options.cipher));
    work.mode = static_cast<og_des_mode>(index_of(mode_names, options.mode));
    if (!consistent(options, work.mode)) return exit_usage;
    work.padding = padding_of(options, work.mode);
    if (config_is_wrong("des") ||
        replaces_a_secret(options.command, options.out, {{"--key-file", options.key_file}}))
        return exit_usage;
    if (!options.kernel.empty() && !force_kernel("des", options.kernel, {"des.", "des3."})) return exit_usage;
    os::forbid_core_dump();

    if (work.mode != OG_ECB && !read_iv(options, work.iv)) return exit_usage;
    if (int status = read_key(options, work.cipher, "--cipher " + options.cipher, work.key)) return status;

    FileToFile files(options);
    if (!files.ok()) return exit_failed;
    std::string wrong;
    if (!options.encrypt && !options.raw) wrong = refuse_other_format(files.input, files.name);
    if (wrong.empty()) wrong = stream_des(work, files.input, files.name, *files.output, *files.progress);
    return files.finish(wrong);
}

void describe_direction(Command &command, bool encrypt) {
    auto options = std::make_shared<DesOptions>(encrypt ? "des encrypt" : "des decrypt");
    options->encrypt = encrypt;
    command
        .add_option("--cipher", options->cipher,
                    "des: single DES; des-ede, des-ede3: Triple DES with two or three keys; desx: DESX")
        ->required()
        ->check(one_of(cipher_names).with_hint(cipher_hint))
        ->type_name("NAME");
    command.add_option("--mode", options->mode, "Mode of operation")
        ->required()
        ->check(one_of(mode_names).with_hint(mode_hint))
        ->type_name("NAME");
    add_key_options(command, *options);
    command.add_option("--iv", options->iv, "Initialization vector, 16 hexadecimal digits")->type_name("HEX");
    command.add_option("--padding", options->padding, "Padding of ecb and cbc (default: pkcs7)")
        ->check(one_of(padding_names).with_hint(padding_hint))
        ->type_name("NAME");
    command
        .add_option("--kernel", options->kernel, "Use this kernel where it applies (see oldguard kernels)")
        ->type_name("STEM");
    if (!encrypt) add_raw_option(command, *options);
    add_threads_option(command, *options);
    add_progress_options(command, *options);
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
    des.add_subcommand("mac", "Compute or verify a message authentication code", describe_des_mac);
    des.add_subcommand("recrypt", "Migrate files to another cipher", describe_des_recrypt);
}

}  // namespace og::cli
