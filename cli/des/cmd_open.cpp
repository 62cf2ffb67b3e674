// SPDX-License-Identifier: MIT
// `oldguard des open`: decrypts a file that `oldguard des recrypt` 0.1 sealed.
#include "commands.hpp"
#include "des_arguments.hpp"
#include "file_to_file.hpp"
#include "files/secret_file.hpp"
#include "key_file.hpp"
#include "os/secrets.hpp"
#include "seal.hpp"
#include "text/messages.hpp"

#include <memory>

namespace og::cli {
namespace {

constexpr const char *open_examples =
    R"(Decrypts IN, a file that oldguard des recrypt 0.1 sealed. A sealed file that was modified,
truncated or assembled from several files is rejected. Later versions do not write this format.

The key file contains 32 raw bytes, or 64 hexadecimal digits and at most one line end.
OUT is created only when all of IN is verified. After an error it is unchanged. Standard output
  receives verified data only, but possibly not all of it when the end of IN is damaged: wait for exit
  status 0 before using the data.
AES and SHA-256 come from libcrypto of OpenSSL 3.

Exit status: 0 success; 1 an error in the data, the key or a file, or libcrypto is missing; 2 bad usage.

Examples:
  oldguard des open --key-file new.key ledger.enc.sealed ledger
  oldguard des open --key-file new.key backup.tar.sealed > backup.tar && tar xf backup.tar)";

int run_open(const DesOptions &options) {
    if (replaces_a_secret(options.command, options.out, {{"--key-file", options.key_file}}))
        return exit_usage;
    os::forbid_core_dump();
    const Libcrypto *lib = load_libcrypto("des");
    SealKey key;
    if (lib == nullptr || !read_seal_key("--key-file", options.key_file, key)) return exit_failed;
    FileToFile files(options);
    if (!files.ok()) return exit_failed;
    return files.finish(open_sealed(*lib, key, files.input, files.name, *files.output, *files.progress));
}

}  // namespace

void describe_des_open(Command &open) {
    auto options = std::make_shared<DesOptions>("des open");
    open.add_option("--key-file", options->key_file, "File with the raw or hexadecimal key, 32 bytes")
        ->required()
        ->type_name("FILE");
    add_progress_options(open, *options);
    open.add_operand("IN", options->in, "Sealed file (default, or -: standard input)");
    open.add_operand("OUT", options->out, "Output file (default, or -: standard output)");
    open.footer(open_examples);
    open.callback([options] { return run_open(*options); });
}

}  // namespace og::cli
